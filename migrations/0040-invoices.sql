-- Invoices and credit notes. Their numbers are given by the database in the transaction that moves the money, so that every
-- version and every way to pay takes part, and a number whose transaction fails was never given.

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
  -- The company as its settings were then; null until the first paper where a version issued it that did not say.
  seller jsonb,
  issued_at timestamptz not null,
  constraint invoices_refund check ((series = 'credit-note') = (refund_id is not null))
);
create unique index invoices_sequence on invoices (series, year, sequence);
create unique index invoices_of_order on invoices (order_id) where series = 'invoice';
create index invoices_order on invoices (order_id, series);
create unique index invoices_of_refund on invoices (refund_id);

create function take_number(wanted text, of_year integer) returns integer language sql as $$
  insert into invoice_series as mine (series, year, last) values (wanted, of_year, 1)
  on conflict (series, year) do update set last = mine.last + 1 returning last
$$;

create function invoice_number(of_series text, of_year integer, sequence integer) returns text language sql immutable as $$
  select case of_series when 'credit-note' then 'CN-' else '' end || of_year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0')
$$;

-- What the papers say of the buyer. An invoice address of its own is taken where orders have one.
create function buyer_of(bought orders) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', bought.name, 'company', bought.company, 'address', bought.address, 'country', bought.country,
    'vatId', bought.vat_id, 'email', bought.email, 'phone', bought.phone, 'purchaseOrder', bought.purchase_order,
    'invoiceAddress', to_jsonb(bought) -> 'invoice_address'))
$$;

create function utc_year(moment timestamptz) returns integer language sql immutable as $$
  select extract(year from moment at time zone 'utc')::integer
$$;

-- A credit note for every refund that was sent of the payment that paid the order: what came for no order, or twice, was never invoiced.
-- The tax in it is such that all credit notes together never hold more tax than the invoice, and those of a whole refund exactly as much.
create function issue_credit_notes(of_order text) returns void language plpgsql as $$
declare
  invoice invoices;
  given record;
  credited record;
  of_year integer;
  taken integer;
begin
  select * into invoice from invoices where order_id = of_order and series = 'invoice';
  if not found then
    return;
  end if;
  for given in
    select refunds.id, refunds.amount_cents from refunds join orders on orders.id = refunds.order_id
    where refunds.order_id = of_order and refunds.state = 'sent' and refunds.payment_intent_id = orders.transaction_id
      and not exists (select from invoices where refund_id = refunds.id)
    order by refunds.created_at, refunds.id
  loop
    select coalesce(sum(total_cents), 0) as total, coalesce(sum(tax_cents), 0) as tax into credited
      from invoices where order_id = of_order and series = 'credit-note';
    of_year := utc_year(now());
    taken := take_number('credit-note', of_year);
    insert into invoices (number, series, year, sequence, order_id, refund_id, total_cents, tax_cents, buyer, seller, issued_at)
    select invoice_number('credit-note', of_year, taken), 'credit-note', of_year, taken, of_order, given.id, given.amount_cents,
      greatest(0, least(given.amount_cents,
        round((credited.total + given.amount_cents)::numeric * invoice.tax_cents / invoice.total_cents)::integer - credited.tax)),
      buyer_of(orders), invoice.seller, now()
    from orders where id = of_order;
  end loop;
end $$;

create function issue_invoice() returns trigger language plpgsql as $$
declare
  of_year integer := utc_year(new.paid_at);
  taken integer := take_number('invoice', of_year);
begin
  insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at)
  values (invoice_number('invoice', of_year, taken), 'invoice', of_year, taken, new.id, new.total_cents, new.tax_cents, buyer_of(new), new.paid_at);
  -- News of a refund can arrive before the news of its payment.
  perform issue_credit_notes(new.id);
  return null;
end $$;

create function issue_credit_note() returns trigger language plpgsql as $$
begin
  perform issue_credit_notes(new.order_id);
  return null;
end $$;

create function invoices_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - 'seller') <> (to_jsonb(old) - 'seller')
      or (old.seller is not null and new.seller is distinct from old.seller) then
    raise exception 'an invoice stays as it was issued' using errcode = 'integrity_constraint_violation', constraint = 'invoices_stay';
  end if;
  return new;
end $$;

-- From here on nobody pays until this is done, so that numbers given now and numbers given to what stands do not mix.
create trigger orders_issue_invoice after update of state on orders
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function issue_invoice();
create trigger refunds_issue_credit_note after insert or update of state on refunds
  for each row when (new.state = 'sent' and new.order_id is not null) execute function issue_credit_note();

-- Numbers what was paid and given back and has no paper yet, by when it was; also for orders that were brought in as paid.
create function issue_missing_invoices() returns void language sql as $$
  with missing as (
    select orders.id, paid_at, total_cents, tax_cents, utc_year(paid_at) as paid_year,
      row_number() over (partition by utc_year(paid_at) order by paid_at, orders.id) as place
    from orders where state = 'paid' and not exists (select from invoices where order_id = orders.id and series = 'invoice')),
  began as (select paid_year, coalesce((select last from invoice_series where series = 'invoice' and year = paid_year), 0) as last
    from missing group by 1)
  insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at)
  select invoice_number('invoice', missing.paid_year, (last + place)::integer), 'invoice', missing.paid_year, last + place, missing.id,
    missing.total_cents, missing.tax_cents, buyer_of(orders), missing.paid_at
  from missing join began using (paid_year) join orders using (id);

  insert into invoice_series (series, year, last)
  select 'invoice', year, max(sequence) from invoices where series = 'invoice' group by year
  on conflict (series, year) do update set last = greatest(invoice_series.last, excluded.last);

  select issue_credit_notes(id) from (
    select order_id as id from refunds where state = 'sent' and order_id is not null
      and not exists (select from invoices where refund_id = refunds.id) group by 1 order by min(created_at), 1) refunded;
$$;
select issue_missing_invoices();

create trigger invoices_stay before update or delete on invoices for each row execute function invoices_stay();
