-- Documents about orders to a buyer's system go the way of webhooks: to an endpoint of its connection, whose events are the kinds
-- of documents and whose secret is the one that the buyer's system knows the shop by.
alter table webhooks add column connection_id text references punchout_connections (id) on delete cascade;
create unique index webhooks_of_connection on webhooks (connection_id) where connection_id is not null;
-- What documents about an order say again of it: who it was from and to, and the buyer's line and unit of each product.
alter table punchout_orders add column said jsonb;
