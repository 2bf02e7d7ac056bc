-- Unused since 1.1.0, before which the processes of 1.0.0 are stopped (docs/decisions/050): that an order has one invoice, and a refund
-- one credit note. An order on account may be invoiced as it leaves: an invoice with each shipment, and a credit note for each invoice
-- that a refund corrects.

-- What of it is still to be invoiced; null: it is invoiced as a whole.
alter table orders add column to_invoice_cents integer;
alter table orders add constraint orders_to_invoice check (to_invoice_cents between 0 and total_cents) not valid;

alter table invoices
  -- What an invoice left with; of a credit note the invoice that it corrects, where the order may have others.
  add column shipment_id text,
  add column corrects text,
  -- Its own day, where the order has none for all of them.
  add column due_on date,
  -- { lines: [{ toolId, quantity, netCents }], freightCents, surchargeCents }; null: the order as a whole, or the lines of the refund.
  add column part jsonb;
alter table invoices
  add constraint invoices_shipment_id_fkey foreign key (shipment_id) references shipments (id) not valid,
  add constraint invoices_corrects_fkey foreign key (corrects) references invoices (number) not valid,
  add constraint invoices_part check ((shipment_id is null or part is not null) and (corrects is null or series = 'credit-note')) not valid;
drop index invoices_of_order;
create unique index invoices_of_order on invoices (order_id) where series = 'invoice' and shipment_id is null;
create unique index invoices_of_shipment on invoices (shipment_id) where shipment_id is not null;
drop index invoices_of_refund;
create unique index invoices_of_refund on invoices (refund_id, coalesce(corrects, ''));
create index invoices_corrects on invoices (corrects) where corrects is not null;

alter table refunds
  -- Of an order that is invoiced as it leaves: [{ invoiceNumber, totalCents, taxCents, part }], a credit note each.
  add column by_invoice jsonb,
  -- What of it had not been invoiced, and never is; the tax in that.
  add column uninvoiced_cents integer not null default 0,
  add column uninvoiced_tax_cents integer not null default 0;
alter table refunds add constraint refunds_uninvoiced
  check (uninvoiced_cents between 0 and amount_cents and uninvoiced_tax_cents between 0 and uninvoiced_cents) not valid;
