-- What an order was placed with stays: its number, sums, destination and delivery. Name, firm, address, telephone,
-- purchase order number and note may change while it waits.
create or replace function orders_keep_their_word() returns trigger language plpgsql as $$
begin
  if new.total_cents <> old.total_cents or new.id <> old.id or new.email <> old.email or new.created_at <> old.created_at
      or (new.number, new.line_count, new.pieces, new.weight_grams, new.freight_cents, new.tax_cents, new.tax_percent,
        new.tax_name, new.tax_note, new.country, new.delivery, new.delivery_name, new.delivery_days_from,
        new.delivery_days_to, new.vat_id)
      is distinct from (old.number, old.line_count, old.pieces, old.weight_grams, old.freight_cents, old.tax_cents,
        old.tax_percent, old.tax_name, old.tax_note, old.country, old.delivery, old.delivery_name, old.delivery_days_from,
        old.delivery_days_to, old.vat_id) then
    raise exception 'an order keeps its total' using errcode = 'integrity_constraint_violation', constraint = 'orders_immutable';
  end if;
  if old.state <> 'unpaid' and (new.state <> old.state or new.paid_at is distinct from old.paid_at
      or new.transaction_id is distinct from old.transaction_id) then
    raise exception 'a closed order stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'orders_closed';
  end if;
  return new;
end $$;

-- Which unpaid orders' time is over; those of the version before say nothing of it and are found by orders_unpaid.
create index orders_hold on orders (hold_until) where state = 'unpaid';

-- Every sale writes its tools anew: room on their pages keeps that out of their indexes.
alter table tools set (fillfactor = 80);
