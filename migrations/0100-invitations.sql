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
