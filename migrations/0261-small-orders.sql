-- What is charged for an order whose goods come to less than the shop's minimum; it stays with the order as its freight does.
alter table orders add column surcharge_cents integer not null default 0 check (surcharge_cents >= 0);

create or replace function orders_keep_their_word() returns trigger language plpgsql as $$
begin
  if new.total_cents <> old.total_cents or new.id <> old.id or new.email <> old.email or new.created_at <> old.created_at
      or (new.number, new.line_count, new.pieces, new.weight_grams, new.freight_cents, new.surcharge_cents, new.tax_cents,
        new.tax_percent, new.tax_name, new.tax_note, new.tax_category, new.country, new.delivery, new.delivery_name,
        new.delivery_days_from, new.delivery_days_to, new.vat_id)
      is distinct from (old.number, old.line_count, old.pieces, old.weight_grams, old.freight_cents, old.surcharge_cents,
        old.tax_cents, old.tax_percent, old.tax_name, old.tax_note, old.tax_category, old.country, old.delivery,
        old.delivery_name, old.delivery_days_from, old.delivery_days_to, old.vat_id) then
    raise exception 'an order keeps its total' using errcode = 'integrity_constraint_violation', constraint = 'orders_immutable';
  end if;
  -- A payment that was recorded wrongly is undone: the order is owed, until it is paid again.
  if (old.state, new.state) in (('paid', 'open'), ('open', 'paid')) then
    return new;
  end if;
  -- One that waits for approval is not paid before somebody approved it.
  if (old.state not in ('unpaid', 'waiting') or (old.state, new.state) = ('waiting', 'paid'))
      and (new.state, new.paid_at, new.paid_by, new.transaction_id)
        is distinct from (old.state, old.paid_at, old.paid_by, old.transaction_id) then
    raise exception 'a closed order stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'orders_closed';
  end if;
  return new;
end $$;
