-- Credit of a company may go back to it by bank transfer: an entry of its own, settled by the credit that it took.

alter table ledger drop constraint ledger_kind, drop constraint ledger_sign;
alter table ledger add constraint ledger_kind check (kind in ('charge', 'charge_undone', 'refund', 'refund_failed', 'give-back',
  'invoice', 'credit-note', 'payment', 'payout', 'fee', 'write-off', 'reversal')) not valid;
alter table ledger add constraint ledger_sign check (amount_cents <> 0 and (kind = 'reversal'
  or (kind in ('refund', 'charge_undone', 'give-back', 'payout', 'invoice', 'fee')) = (amount_cents < 0))) not valid;
