-- How money came or went back, said in one place: until now each reader looked at how an id begins.

alter table ledger add column method text generated always as (
  case when kind not in ('charge', 'charge_undone', 'refund', 'refund_failed', 'payment') then null
    when payment_intent_id is null or starts_with(payment_intent_id, 'bank_') then 'transfer' else 'card' end) stored;
alter table orders add column paid_by text generated always as (
  case when transaction_id is null then null when starts_with(transaction_id, 'bank_') then 'transfer'
    when starts_with(transaction_id, 'account_') then 'account' else 'card' end) stored;
-- `credit`: it settles what is owed, or is credit of a firm, and no money moves.
alter table refunds add column method text generated always as (
  case when payment_intent_id = 'open_' || order_id then 'credit'
    when starts_with(payment_intent_id, 'bank_') then 'transfer' else 'card' end) stored;
