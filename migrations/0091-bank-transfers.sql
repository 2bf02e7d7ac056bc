-- Payments that came by bank transfer, as staff recorded them: at most one for an order, which it paid. Its id is the
-- order's transaction id and stands in the ledger where a card payment's intent stands.
create table bank_payments (
  id text primary key check (id like 'bank\_%'),
  order_id text not null unique references orders (id),
  amount_cents integer not null check (amount_cents > 0),
  -- As the bank's statement has them.
  reference text not null,
  received_on date not null,
  actor_id text,
  actor_email text not null default '',
  idempotency_key text,
  idempotency_hash text,
  created_at timestamptz not null default now()
);
create unique index bank_payments_idempotency on bank_payments (actor_id, idempotency_key) where idempotency_key is not null;
