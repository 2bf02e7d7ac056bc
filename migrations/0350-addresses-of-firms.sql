-- An address is in one person's book, or in that which the people of a firm share.
alter table addresses alter column user_id drop not null;
alter table addresses add column company_id text references companies (id) on delete cascade;
alter table addresses add constraint addresses_owner check ((user_id is null) <> (company_id is null));
create index addresses_of_firm on addresses (company_id, created_at, id);
create unique index addresses_firm_default on addresses (company_id) where is_default;
