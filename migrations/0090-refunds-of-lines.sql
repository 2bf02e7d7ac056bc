-- Refunds of lines. The version before goes on refunding whole orders and amounts: what it does not say has its meaning in a null.
alter table refunds
  -- The tax in it, decided with the amount; null where the provider told of it or the version before decided it.
  add column tax_cents integer check (tax_cents between 0 and amount_cents),
  -- What was asked for with the key that made its id.
  add column request_hash text;

-- The pieces that a refund is for. They count whatever becomes of its money: a refund that failed is made again as an amount.
create table refund_lines (
  refund_id text not null references refunds (id),
  order_id text not null references orders (id),
  tool_id text not null references tools (id),
  quantity integer not null check (quantity > 0),
  -- Of them, those that had not left the house, and never will.
  unshipped integer not null check (unshipped between 0 and quantity),
  -- Of them, those that went back into stock.
  restocked integer not null check (restocked between 0 and quantity),
  -- Their price without tax.
  net_cents integer not null check (net_cents >= 0),
  primary key (refund_id, tool_id)
);
create index refund_lines_order on refund_lines (order_id);
create index refund_lines_tool on refund_lines (tool_id);

create function refund_lines_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was given back stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'refund_lines_stay';
end $$;
create trigger refund_lines_stay before update or delete on refund_lines for each row execute function refund_lines_stay();

-- As before (0040), with the tax that was decided with the refund, and without those that the bank sent back.
create or replace function issue_credit_notes(of_order text) returns void language plpgsql as $$
declare
  invoice invoices;
  given record;
  credited record;
  of_year integer;
  taken integer;
begin
  select * into invoice from invoices where order_id = of_order and series = 'invoice';
  if not found then
    return;
  end if;
  for given in
    select refunds.id, refunds.amount_cents, refunds.tax_cents from refunds join orders on orders.id = refunds.order_id
    where refunds.order_id = of_order and refunds.state = 'sent' and refunds.payment_intent_id = orders.transaction_id
      and not exists (select from invoices where refund_id = refunds.id)
    order by refunds.created_at, refunds.id
  loop
    select coalesce(sum(total_cents), 0) as total, coalesce(sum(invoices.tax_cents), 0) as tax into credited
      from invoices join refunds on refunds.id = invoices.refund_id
      where invoices.order_id = of_order and series = 'credit-note' and refunds.state <> 'failed';
    of_year := utc_year(now());
    taken := take_number('credit-note', of_year);
    insert into invoices (number, series, year, sequence, order_id, refund_id, total_cents, tax_cents, buyer, seller, issued_at)
    select invoice_number('credit-note', of_year, taken), 'credit-note', of_year, taken, of_order, given.id, given.amount_cents,
      greatest(0, least(given.amount_cents, coalesce(given.tax_cents,
        round((credited.total + given.amount_cents)::numeric * invoice.tax_cents / invoice.total_cents)::integer - credited.tax))),
      buyer_of(orders), invoice.seller, now()
    from orders where id = of_order;
  end loop;
end $$;

-- What is wholly given back is not to be shipped any more.
update orders set nothing_left = true, fulfilment = case fulfilment when 'part' then 'all' else fulfilment end
  where state = 'paid' and refunded_cents = total_cents and not nothing_left;
