-- A transfer may bring a part of what an order comes to, or more than that: what was too much goes back by an entry of its own.

alter table ledger drop constraint ledger_kind, drop constraint ledger_sign, drop constraint ledger_whose;
alter table ledger add constraint ledger_kind check (kind in ('charge', 'charge_undone', 'refund', 'refund_failed', 'give-back',
  'invoice', 'credit-note', 'payment', 'fee', 'write-off', 'reversal')) not valid;
alter table ledger add constraint ledger_sign check (amount_cents <> 0
  and (kind = 'reversal' or (kind in ('refund', 'charge_undone', 'give-back', 'invoice', 'fee')) = (amount_cents < 0))) not valid;
alter table ledger add constraint ledger_whose check (case
  when kind in ('charge', 'charge_undone', 'refund', 'refund_failed', 'give-back')
    then order_id is not null and payment_intent_id is not null
  else company_id is not null and (payment_intent_id is null or kind = 'payment') end) not valid;
