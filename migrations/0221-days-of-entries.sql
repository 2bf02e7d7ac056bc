-- The day that an entry is dated: of money the bank's, of a paper the one that it says, of all else the shop's on which it was entered.

alter table ledger add column day date not null default shop_today();
alter table ledger disable trigger ledger_is_final;
update ledger set day = coalesce(received_on,
  (select (i.issued_at at time zone i.zone)::date from invoices i where i.number = ledger.reference and ledger.kind in ('invoice', 'credit-note')),
  (select p.received_on from bank_payments p where p.id = ledger.reference and ledger.kind = 'charge'),
  (created_at at time zone (select shop_zone()))::date);
alter table ledger enable trigger ledger_is_final;
create index ledger_days on ledger (day, id);
create index invoices_issued on invoices (issued_at, number);
create index refunds_failed on refunds (failed_at) where state = 'failed';
