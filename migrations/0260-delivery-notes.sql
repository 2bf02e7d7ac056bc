-- Unused since 1.1.0, before which the processes of 1.0.0 are stopped (docs/decisions/050): two checks, which widen to a third series.
-- Every shipment has a delivery note with a number of that series, without gaps as those of invoices. What left before went without a
-- note, and stays without a number.

alter table invoice_series drop constraint invoice_series_series_check,
  add constraint invoice_series_series_check check (series in ('invoice', 'credit-note', 'delivery-note'));
alter table unknown_numbers drop constraint unknown_numbers_series_check,
  add constraint unknown_numbers_series_check check (series in ('invoice', 'credit-note', 'delivery-note'));

alter table shipments add column number text;
create unique index shipments_number on shipments (number);
