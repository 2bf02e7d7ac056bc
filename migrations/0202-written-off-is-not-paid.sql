-- 1.0.0 called an order paid whose whole invoice was given up. Nothing came for it: it is as one whose payment was taken back, and what
-- follows the news (figures, search) hears of it. (What decides it since is `followSettlements` of server/money/payments/settle-orders.ts.)
with given_up as (
  select o.id, o.paid_at from orders o join ledger d on d.order_id = o.id and d.kind = 'invoice'
    join settlements s on s.debit_id = d.id join ledger c on c.id = s.credit_id
  where o.state = 'paid' and o.company_id is not null
  group by o.id having sum(s.amount_cents) filter (where c.kind = 'write-off') > 0
    and coalesce(sum(s.amount_cents) filter (where c.kind <> 'write-off' and (c.kind <> 'credit-note' or c.order_id <> o.id)), 0) = 0
), owed as (
  update orders set state = 'open', paid_at = null, paid_by = null, transaction_id = null from given_up where orders.id = given_up.id
)
insert into news (kind, subject, facts)
select 'order.payment-undone', id, jsonb_build_object('paidAt', to_char(paid_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from given_up;
