-- What staff note of a customer for each other; it goes with the account.
create table customer_notes (
  user_id text primary key references users (id) on delete cascade,
  note text not null check (note <> '')
);
