-- What the shop says of its goods, its categories, its attributes and on its pages in other languages than its own:
-- {"de": {"name": …}}. What is not there is said in the shop's own.
alter table tools add column translations jsonb not null default '{}';
alter table attributes add column translations jsonb not null default '{}';
alter table pages add column translations jsonb not null default '{}';

-- A category is there as long as a tool is in it; this is what it is called elsewhere.
create table category_names (
  category text primary key,
  translations jsonb not null
);
