-- Imports of the prices of a price list, beside those of tools.
alter table imports add column list_id text references price_lists (id) on delete cascade;
create index imports_list on imports (list_id);
