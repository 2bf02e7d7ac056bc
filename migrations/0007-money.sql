-- How orders are paid, papered, shipped and given back.

create table payment_intents (
  id text primary key,
  order_id text not null references orders (id),
  attempt integer not null,
  amount_cents integer not null,
  client_secret text not null,
  status text not null,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create unique index payment_intents_attempt on payment_intents (order_id, attempt);
create index payment_intents_open on payment_intents (checked_at) where status not in ('succeeded', 'canceled');

-- What the payment provider told, so that it is taken once.
create table webhook_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);

-- Payments that came by bank transfer, as staff recorded them: at most one for an order that stands, which it paid. Its id is the
-- order's transaction id and stands in the ledger where a card payment's intent stands.
create table bank_payments (
  id text primary key check (id like 'bank\_%'),
  order_id text not null references orders (id),
  amount_cents integer not null check (amount_cents > 0),
  -- As the bank's statement has them.
  reference text not null,
  received_on date not null,
  actor_id text,
  actor_email text not null default '',
  idempotency_key text,
  idempotency_hash text,
  created_at timestamptz not null default now(),
  -- Recorded wrongly: when that was noticed, by whom, and what was wrong.
  undone_at timestamptz,
  undone_by text,
  undone_reason text
);
create unique index bank_payments_standing on bank_payments (order_id) where undone_at is null;
create index bank_payments_order on bank_payments (order_id);
create unique index bank_payments_idempotency on bank_payments (actor_id, idempotency_key) where idempotency_key is not null;

-- The ledger: every movement of money, once, never changed. 0221-account.sql adds what firms owe.
create table ledger (
  id text primary key,
  order_id text not null references orders (id),
  payment_intent_id text not null,
  kind text not null constraint ledger_kind check (kind in ('charge', 'charge_undone', 'refund', 'refund_failed')),
  amount_cents integer not null,
  reference text not null,
  created_at timestamptz not null default now(),
  constraint ledger_sign check ((kind in ('refund', 'charge_undone')) = (amount_cents < 0) and amount_cents <> 0)
);
create unique index ledger_once on ledger (kind, reference);
create index ledger_order on ledger (order_id);
create index ledger_intent on ledger (payment_intent_id);

create function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to' using errcode = 'integrity_constraint_violation', constraint = 'ledger_append_only';
end $$;
create trigger ledger_is_final before update or delete on ledger for each row execute function ledger_is_final();
create trigger ledger_is_never_emptied before truncate on ledger for each statement execute function ledger_is_final();

create table refunds (
  id text primary key,
  order_id text references orders (id),
  payment_intent_id text not null,
  amount_cents integer not null constraint refunds_amount check (amount_cents > 0),
  -- The tax in it, decided with the amount; null where the provider told of it.
  tax_cents integer,
  reason text not null,
  state text not null default 'due' constraint refunds_state check (state in ('due', 'sent', 'failed')),
  provider_refund_id text constraint refunds_provider_refund_id_unique unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- What was asked for with the key that made its id.
  request_hash text,
  created_at timestamptz not null default now(),
  -- When it was known to have failed: the books take its credit note back on that day, and leave those of its own month as they were.
  failed_at timestamptz,
  constraint refunds_tax check (tax_cents between 0 and amount_cents)
);
create index refunds_due on refunds (next_attempt_at) where state = 'due';
create index refunds_intent on refunds (payment_intent_id);
create index refunds_order on refunds (order_id);
-- Money that came for nothing goes back once, whoever notices first.
create unique index refunds_orphan on refunds (payment_intent_id) where reason in ('order_gone', 'paid_twice');

-- The pieces that a refund is for. They count whatever becomes of its money: a refund that failed is made again as an amount.
create table refund_lines (
  refund_id text not null references refunds (id),
  order_id text not null references orders (id),
  tool_id text not null references tools (id),
  quantity integer not null check (quantity > 0),
  -- Of them, those that had not left the house, and never will.
  unshipped integer not null check (unshipped between 0 and quantity),
  -- Of them, those that went back into stock.
  restocked integer not null check (restocked between 0 and quantity),
  -- Their price without tax.
  net_cents integer not null check (net_cents >= 0),
  primary key (refund_id, tool_id)
);
create index refund_lines_order on refund_lines (order_id);
create index refund_lines_tool on refund_lines (tool_id);

create function refund_lines_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was given back stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'refund_lines_stay';
end $$;
create trigger refund_lines_stay before update or delete on refund_lines for each row execute function refund_lines_stay();

-- Buyers ask for a refund; staff answer by one, or refuse with a reason.
create table refund_requests (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  reason text not null,
  -- [{"toolId": …, "quantity": pieces}]; empty: all of it.
  lines jsonb not null default '[]',
  state text not null default 'open' check (state in ('open', 'granted', 'refused')),
  -- Why it was refused.
  answer text not null default '',
  actor_email text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint refund_requests_answered check ((state = 'open') = (answered_at is null))
);
create index refund_requests_order on refund_requests (order_id, created_at);
create unique index refund_requests_open on refund_requests (order_id) where state = 'open';

-- What left the house, when and with whom. An order may leave in many parcels; what they hold of a line together is never
-- more than what was ordered of it.
create table shipments (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  carrier text not null,
  tracking_number text,
  tracking_url text,
  actor_id text,
  actor_email text not null default '',
  idempotency_key text,
  idempotency_hash text,
  shipped_at timestamptz not null default now()
);
create index shipments_order on shipments (order_id, shipped_at);
create unique index shipments_idempotency on shipments (actor_id, idempotency_key) where idempotency_key is not null;

create table shipment_lines (
  shipment_id text not null references shipments (id) on delete cascade,
  tool_id text not null references tools (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, tool_id)
);
create index shipment_lines_tool on shipment_lines (tool_id);

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
