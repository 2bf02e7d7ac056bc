-- Each company has an account of its own in the books: those that there are in the order in which they came.

create sequence debtor_numbers as integer start 10000;
alter table companies add column debtor integer not null default nextval('debtor_numbers');
update companies set debtor = numbered.debtor from (
  select id, 9999 + row_number() over (order by number) as debtor from companies
) numbered where numbered.id = companies.id;
alter sequence debtor_numbers owned by companies.debtor;
create unique index companies_debtor on companies (debtor);
