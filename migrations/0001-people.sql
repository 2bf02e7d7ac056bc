-- Who people are and how they show it, what was written to them, what staff did and what they note of them.

create table users (
  id text primary key,
  name text not null,
  email text not null constraint users_email_unique unique,
  email_verified boolean not null default false,
  image text,
  role text not null default 'user',
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  two_factor_enabled boolean not null default false,
  phone_number text constraint users_phone_number_unique unique,
  phone_number_verified boolean not null default false,
  address text not null default '',
  phone text not null default '',
  -- Raised by every act by which somebody takes hold of their account; what was begun before it is void (docs/decisions/020).
  security_stamp integer not null default 0,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_admins on users (id) where role = 'admin';
create index users_newest on users (created_at, id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user on accounts (user_id);
create unique index accounts_provider on accounts (provider_id, account_id);

create table sessions (
  id text primary key,
  token text not null constraint sessions_token_unique unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table two_factors (
  id text primary key,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  user_id text not null references users (id) on delete cascade
);
create index two_factors_user on two_factors (user_id);
create index two_factors_secret on two_factors (secret);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
-- All that is pending of a user has their id as its value. By hash: what Google's way back needs is longer than a b-tree takes.
create index verifications_value on verifications using hash (value);

create table signing_keys (
  id text primary key,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

create table rate_limits (
  id text primary key,
  key text not null constraint rate_limits_key_unique unique,
  count integer not null,
  last_request bigint not null
);

-- Who shall work for the shop and has not shown yet that the address is theirs: whoever signs in with the address proved
-- within the time gets the role. One for each address; a new one takes the place of the last.
create table invitations (
  email text primary key,
  role text not null,
  invited_by text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_invited_by on invitations (invited_by);

-- Letters belong to a user, not to an address, which may be somebody else's later.
create table mails (
  id text primary key,
  user_id text references users (id) on delete set null,
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- When the link or code in the letter is good no more: its body goes then.
  good_until timestamptz,
  created_at timestamptz not null default now(),
  -- What a letter is about, so that so many a day of each kind go to one address.
  about text not null default 'order',
  -- A letter may have a file with it.
  attachment_name text,
  attachment bytea,
  -- Invoices and credit notes that go with it, by their numbers: their files are made when it is sent, since a paper is the same
  -- bytes for ever.
  papers text[] not null default '{}',
  constraint mails_attachment check ((attachment is null) = (attachment_name is null))
);
create index mails_due on mails (next_attempt_at) where sent_at is null and failed_at is null;
create index mails_newest on mails (created_at, id);
create index mails_of_user on mails (user_id, created_at);
create index mails_to on mails ("to", about, created_at);
create index mails_perishing on mails (good_until) where good_until is not null;

create table audit_log (
  id text primary key,
  actor_id text references users (id) on delete set null,
  actor_email text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index audit_log_newest on audit_log (created_at, id);
-- Removing a user looks for what he did.
create index audit_log_actor on audit_log (actor_id);

-- What staff note of a customer for each other; it goes with the account.
create table customer_notes (
  user_id text primary key references users (id) on delete cascade,
  note text not null check (note <> '')
);
