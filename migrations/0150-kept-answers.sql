-- Answers to calls that came with an Idempotency-Key, written in the transaction of what was done, so that a repeat gets the same
-- answer and nothing is done twice.
create table kept_answers (
  -- A hash of who called, of the call and of the key.
  id text primary key,
  -- Whose it is; null where anybody may make the call.
  user_id text references users (id) on delete cascade,
  -- A hash of what was asked for.
  asked text not null,
  -- Null while what was asked for is not answered yet.
  status integer,
  -- Encrypted: some answers hold what is shown once.
  answer text,
  made_at timestamptz not null default now()
);

create index kept_answers_user on kept_answers (user_id);
create index kept_answers_made on kept_answers (made_at);
