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
