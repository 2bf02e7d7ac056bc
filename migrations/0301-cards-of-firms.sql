-- Several invoices of a firm that are paid by card at once: the payment intent at the provider, and how much of which it is for.
create table firm_intents (
  id text primary key,
  company_id text not null references companies (id),
  amount_cents integer not null check (amount_cents > 0),
  -- [{ number, cents }]
  invoices jsonb not null,
  client_secret text not null,
  -- The provider's status as last seen.
  status text not null,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index firm_intents_open on firm_intents (checked_at) where status not in ('succeeded', 'canceled');
create index firm_intents_of_company on firm_intents (company_id);
