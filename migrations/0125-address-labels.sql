-- What its owner calls an address, and the one that invoices go to unless an order says otherwise.
alter table addresses
  add column label text not null default '',
  add column is_invoice_default boolean not null default false;
create unique index addresses_invoice_default on addresses (user_id) where is_invoice_default;
