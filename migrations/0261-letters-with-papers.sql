-- Invoices and credit notes that go with a letter, by their numbers: their files are made when it is sent, since a paper is the
-- same bytes for ever.
alter table mails add column papers text[] not null default '{}';
