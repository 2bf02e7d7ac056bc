-- When somebody decided that what had not left of an order never will, and why.
alter table orders add column rest_closed_at timestamptz;
alter table orders add column rest_closed_reason text not null default '';
