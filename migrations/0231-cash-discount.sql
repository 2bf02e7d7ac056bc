-- What a company may take off an invoice that it pays early, fixed with the invoice; what it took is an entry of its own.

alter table companies add column cash_discount jsonb not null default '[]';
alter table orders add column discount_cents integer not null default 0;
alter table ledger
  -- Of an invoice: [{ percent, until }].
  add column cash_discount jsonb,
  -- Of a discount: the tax in it, and the payment that took it.
  add column tax_cents bigint,
  add column taken_by text references ledger (id);
create index ledger_taken_by on ledger (taken_by) where taken_by is not null;

alter table ledger drop constraint ledger_kind, drop constraint ledger_method;
alter table ledger add constraint ledger_kind check (kind in ('charge', 'charge_undone', 'refund', 'refund_failed', 'give-back',
  'invoice', 'credit-note', 'payment', 'payout', 'fee', 'discount', 'write-off', 'reversal')) not valid;
alter table ledger add constraint ledger_method check (method in ('card', 'transfer', 'none')
  and (method = 'none') = (kind in ('invoice', 'credit-note', 'fee', 'discount', 'write-off', 'reversal'))) not valid;
alter table ledger add constraint ledger_discount check ((kind = 'discount') = (tax_cents is not null)) not valid;
