-- A list is one person's, or a firm's that somebody gave it to.
alter table named_lists alter column user_id drop not null;
alter table named_lists add column company_id text references companies (id) on delete cascade;
alter table named_lists add constraint named_lists_owner check ((user_id is null) <> (company_id is null));
create unique index named_lists_firm_name on named_lists (company_id, lower(name));
