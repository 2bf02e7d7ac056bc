-- Outgoing webhooks. Messages are made from the news, after the commit of what they tell (decision 421). Nothing about people is
-- in them: other systems fetch that with a key.

create table webhooks (
  id text primary key,
  url text not null,
  events text[] not null,
  made_by text not null,
  -- Encrypted. The former one goes on signing for a while, so that a receiver can change over.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when nothing could be delivered.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_because text,
  -- Whose it is: it is told nothing once they are no longer allowed to look after webhooks.
  user_id text references users (id) on delete set null
);
create index webhooks_of_user on webhooks (user_id);

create table webhook_messages (
  id text primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_messages_old on webhook_messages (created_at);

create table webhook_deliveries (
  id text primary key,
  message_id text not null references webhook_messages (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Since it was last asked for.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_message on webhook_deliveries (message_id);

-- What a receiver answered, each time.
create table webhook_answers (
  id bigint generated always as identity primary key,
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null default now(),
  ms integer not null,
  -- Null where there was no answer; then a problem says why.
  status integer,
  answer text not null default '',
  problem text
);
create index webhook_answers_of_delivery on webhook_answers (delivery_id, id);
