-- Whose a webhook is: it is told nothing once they are no longer allowed to look after webhooks. Those that are there belong
-- to whoever has the address now that is written at them.
alter table webhooks add column user_id text references users (id) on delete set null;
create index webhooks_of_user on webhooks (user_id);
update webhooks set user_id = users.id from users where users.email = webhooks.made_by;

-- A key stays when its maker goes, worth nothing, until the admins are told which they were.
alter table api_keys add column made_by text not null default '', add column lost_told_at timestamptz;
update api_keys set made_by = users.email from users where users.id = api_keys.user_id;
alter table api_keys alter column user_id drop not null, drop constraint api_keys_user_id_fkey,
  add constraint api_keys_user_id_fkey foreign key (user_id) references users (id) on delete set null not valid;
alter table api_keys validate constraint api_keys_user_id_fkey;
