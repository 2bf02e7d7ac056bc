-- Raised by every act by which somebody takes hold of their account; what was begun before it is void (docs/decisions/320).
alter table users add column security_stamp integer not null default 0;
-- All that is pending of a user has their id as its value. By hash: what Google's way back needs is longer than a b-tree takes.
create index verifications_value on verifications using hash (value);

-- Letters belong to a user, not to an address, which may be somebody else's later. Those of before are nobody's.
alter table mails
  add column user_id text references users (id) on delete set null,
  -- When the link or code in the letter is good no more: its body goes then.
  add column good_until timestamptz;
create index mails_of_user on mails (user_id, created_at);
create index mails_perishing on mails (good_until) where good_until is not null;
