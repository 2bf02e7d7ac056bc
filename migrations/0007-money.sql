-- How orders are paid, shipped and given back.

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

-- Payments that came by bank transfer, as staff recorded them. The id of the one that paid an order is the order's transaction id and
-- stands in the ledger where a card payment's intent stands. Where a firm paid the rest otherwise and that was taken back, several stand.
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
create index bank_payments_order on bank_payments (order_id);
create unique index bank_payments_idempotency on bank_payments (actor_id, idempotency_key) where idempotency_key is not null;

-- The ledger: every movement of money, once, never changed. 0102-account.sql adds what firms owe.
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
