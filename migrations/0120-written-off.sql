-- What was given up of an order's invoice: it is owed no more, and nobody paid it.

alter table orders add column written_off_cents integer not null default 0 check (written_off_cents >= 0);
update orders set written_off_cents = given.cents from (
  select d.order_id, sum(s.amount_cents)::integer as cents
    from settlements s join ledger c on c.id = s.credit_id and c.kind = 'write-off'
      join ledger d on d.id = s.debit_id and d.kind = 'invoice'
    group by d.order_id having sum(s.amount_cents) > 0
) given where orders.id = given.order_id;

drop index orders_owed;
create index orders_owed on orders (company_id, due_on) include (id, refunded_cents, written_off_cents, total_cents)
  where state = 'open' and company_id is not null;
