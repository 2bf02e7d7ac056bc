-- Invoices and credit notes. Their numbers are given by the database in the transaction that moves the money, so that every
-- way to pay takes part, and a number whose transaction fails was never given.

-- The last number of a series in a year. Its row is locked until the transaction that took the number ends: no gap, no double.
create table invoice_series (
  series text not null check (series in ('invoice', 'credit-note')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

create table invoices (
  number text primary key,
  series text not null check (series in ('invoice', 'credit-note')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  order_id text not null references orders (id),
  -- What a credit note gives back.
  refund_id text references refunds (id),
  -- Goods, freight and tax; of a credit note what it gives back, the tax in it in proportion.
  total_cents integer not null check (total_cents > 0),
  tax_cents integer not null check (tax_cents between 0 and total_cents),
  -- Who bought and where it goes, as the order said when this was issued.
  buyer jsonb not null,
  -- The company as its settings were then, and all that the paper says; null until its first paper is made.
  seller jsonb,
  document jsonb,
  issued_at timestamptz not null,
  -- The shop's time zone then: its day, month and year stay what they were, wherever the shop moves.
  zone text not null,
  constraint invoices_refund check ((series = 'credit-note') = (refund_id is not null))
);
create unique index invoices_sequence on invoices (series, year, sequence);
create unique index invoices_of_order on invoices (order_id) where series = 'invoice';
create index invoices_order on invoices (order_id, series);
create unique index invoices_of_refund on invoices (refund_id);

-- After a backup was restored nobody here knows what numbers went out since it was made: none of such a series is issued
-- before the operator says which was the last (npm run shop -- invoice-numbers).
create table unknown_numbers (
  series text primary key check (series in ('invoice', 'credit-note')),
  since timestamptz not null default now()
);

create function take_number(wanted text, of_year integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  if exists (select from unknown_numbers where series = wanted) then
    raise exception 'the last number of % is not known', wanted
      using errcode = 'integrity_constraint_violation', constraint = 'numbers_known';
  end if;
  insert into invoice_series as mine (series, year, last) values (wanted, of_year, 1)
  on conflict (series, year) do update set last = mine.last + 1 returning last into taken;
  return taken;
end $$;

create function invoice_number(of_series text, of_year integer, sequence integer) returns text language sql immutable as $$
  select case of_series when 'credit-note' then 'CN-' else '' end || of_year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0')
$$;

-- What the papers say of the buyer.
create function buyer_of(bought orders) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', bought.name, 'company', bought.company, 'address', bought.address, 'country', bought.country,
    'vatId', bought.vat_id, 'email', bought.email, 'phone', bought.phone, 'purchaseOrder', bought.purchase_order,
    'invoiceAddress', bought.invoice_address))
$$;

create function year_in(moment timestamptz, zone text) returns integer language sql immutable as $$
  select extract(year from moment at time zone zone)::integer
$$;

-- A credit note for every refund that was sent of the payment that paid the order, or that settled what was owed: what came for no order, or twice, was never invoiced.
-- The tax in it is what was decided with the refund, or else such that all credit notes together, without those that the bank sent
-- back, never hold more tax than the invoice, and those of a whole refund exactly as much.
create function issue_credit_notes(of_order text) returns void language plpgsql as $$
declare
  invoice invoices;
  given record;
  credited record;
  of_zone text := shop_zone();
  of_year integer := year_in(now(), of_zone);
  taken integer;
begin
  select * into invoice from invoices where order_id = of_order and series = 'invoice';
  if not found then
    return;
  end if;
  for given in
    select refunds.id, refunds.amount_cents, refunds.tax_cents from refunds join orders on orders.id = refunds.order_id
    where refunds.order_id = of_order and refunds.state = 'sent'
      and refunds.payment_intent_id in (orders.transaction_id, 'open_' || orders.id)
      and not exists (select from invoices where refund_id = refunds.id)
    order by refunds.created_at, refunds.id
  loop
    select coalesce(sum(total_cents), 0) as total, coalesce(sum(invoices.tax_cents), 0) as tax into credited
      from invoices join refunds on refunds.id = invoices.refund_id
      where invoices.order_id = of_order and series = 'credit-note' and refunds.state <> 'failed';
    taken := take_number('credit-note', of_year);
    insert into invoices (number, series, year, sequence, order_id, refund_id, total_cents, tax_cents, buyer, seller, issued_at, zone)
    select invoice_number('credit-note', of_year, taken), 'credit-note', of_year, taken, of_order, given.id, given.amount_cents,
      greatest(0, least(given.amount_cents, coalesce(given.tax_cents,
        round((credited.total + given.amount_cents)::numeric * invoice.tax_cents / invoice.total_cents)::integer - credited.tax))),
      buyer_of(orders), invoice.seller, now(), of_zone
    from orders where id = of_order;
  end loop;
end $$;

create function issue_invoice() returns trigger language plpgsql as $$
declare
  of_zone text := shop_zone();
  issued timestamptz := coalesce(new.paid_at, new.opened_at);
  of_year integer := year_in(issued, of_zone);
  taken integer := take_number('invoice', of_year);
begin
  insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at, zone)
  values (invoice_number('invoice', of_year, taken), 'invoice', of_year, taken, new.id, new.total_cents, new.tax_cents, buyer_of(new), issued, of_zone);
  -- News of a refund can arrive before the news of its payment.
  perform issue_credit_notes(new.id);
  return null;
end $$;
create trigger orders_issue_invoice after update of state on orders
  for each row when (new.state in ('paid', 'open') and old.state in ('unpaid', 'waiting')) execute function issue_invoice();

create function issue_credit_note() returns trigger language plpgsql as $$
begin
  perform issue_credit_notes(new.order_id);
  return null;
end $$;
create trigger refunds_issue_credit_note after insert or update of state on refunds
  for each row when (new.state = 'sent' and new.order_id is not null) execute function issue_credit_note();

create function invoices_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['seller', 'document']) <> (to_jsonb(old) - array['seller', 'document'])
      or (old.seller is not null and new.seller is distinct from old.seller)
      or (old.document is not null and new.document is distinct from old.document) then
    raise exception 'an invoice stays as it was issued' using errcode = 'integrity_constraint_violation', constraint = 'invoices_stay';
  end if;
  return new;
end $$;
create trigger invoices_stay before update or delete on invoices for each row execute function invoices_stay();

-- The files of invoices and credit notes, byte by byte as each was first made: fonts, tools and code that make them change.
create table issued_files (
  number text not null references invoices (number),
  -- PDF on one of two sizes of paper, or XML in one of three formats.
  format text not null check (format in ('a4', 'letter', 'peppol', 'xrechnung', 'cii')),
  -- What it tells that came after it was issued: the payment that it names, or that it is void; empty: nothing.
  tells text not null,
  bytes bytea not null,
  primary key (number, format, tells)
);

create function issued_files_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a paper stays as it went out' using errcode = 'integrity_constraint_violation', constraint = 'issued_files_stay';
end $$;
create trigger issued_files_stay before update or delete on issued_files for each row execute function issued_files_stay();
