-- Outgoing webhooks. What happened is written down by triggers, in the transaction that made it happen: every way to place,
-- pay, free or ship takes part, and a transaction that fails tells nobody. Nothing about
-- people is in it: other systems fetch that with a key.

create table webhooks (
  id text primary key,
  url text not null,
  events text[] not null,
  made_by text not null,
  -- Encrypted. The former one goes on signing for a while, so that a receiver can change over.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when nothing could be delivered.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_because text
);

-- Advanced by every webhook that is made. Where there never was one, the triggers of orders and tools are not even called: this
-- is all that they ask, some 2 microseconds, since an order is placed in one statement that should lose none.
create sequence webhooks_ever;
create function webhooks_began() returns trigger language plpgsql as $$
begin
  perform nextval('webhooks_ever');
  return null;
end $$;
create trigger webhooks_began after insert on webhooks for each row execute function webhooks_began();

create table webhook_messages (
  id text primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_messages_old on webhook_messages (created_at);

create table webhook_deliveries (
  id text primary key,
  message_id text not null references webhook_messages (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Since it was last asked for.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_message on webhook_deliveries (message_id);

-- What a receiver answered, each time.
create table webhook_answers (
  id bigint generated always as identity primary key,
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null default now(),
  ms integer not null,
  -- Null where there was no answer; then a problem says why.
  status integer,
  answer text not null default '',
  problem text
);
create index webhook_answers_of_delivery on webhook_answers (delivery_id, id);

-- Whether anybody listens to one of these. Restoring a backup tells nobody what happened long ago.
create function webhooks_listen(kinds text[]) returns boolean language plpgsql stable as $$
begin
  return exists (select from webhooks where events && kinds and disabled_at is null)
    and coalesce(current_setting('tradebench.quiet', true), '') <> 'on';
end $$;

create function tell_webhooks(kind text, what jsonb) returns void language plpgsql as $$
declare
  message text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  if not webhooks_listen(array[kind]) then
    return;
  end if;
  insert into webhook_messages (id, type, data) values (message, kind, what);
  insert into webhook_deliveries (id, message_id, webhook_id)
  select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), message, id from webhooks
  where kind = any (events) and disabled_at is null;
end $$;

create function webhook_moment(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function webhook_dollars(cents bigint) returns numeric language sql immutable as $$
  select round(cents / 100.0, 2)
$$;

create function webhook_order(of_order orders) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    '_id', of_order.id, 'number', of_order.number::text, 'state', of_order.state, 'fulfilment', of_order.fulfilment,
    'price', webhook_dollars(of_order.total_cents), 'freight', webhook_dollars(of_order.freight_cents),
    'tax', webhook_dollars(of_order.tax_cents), 'refunded', webhook_dollars(of_order.refunded_cents),
    'country', of_order.country, 'delivery', of_order.delivery, 'purchaseOrder', nullif(of_order.purchase_order, ''),
    'invoiceNumber', (select number from invoices where order_id = of_order.id and series = 'invoice'),
    'createdAt', webhook_moment(of_order.created_at), 'paidAt', webhook_moment(of_order.paid_at),
    'lines', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'toolId', tool_id, 'tool', tool_name, 'sku', sku, 'unitPrice', webhook_dollars(unit_price_cents),
        'quantity', quantity, 'price', webhook_dollars(unit_price_cents::bigint * quantity))) order by position)
      from order_lines where order_id = of_order.id)))
$$;

create function orders_tell_webhooks() returns trigger language plpgsql as $$
declare
  kind text := case
    when tg_op = 'INSERT' then 'order.placed'
    when new.state = 'paid' then 'order.paid'
    when new.state = 'expired' then 'order.expired'
    when new.state = 'deleted' then 'order.cancelled'
  end;
begin
  if kind is not null and webhooks_listen(array[kind]) then
    perform tell_webhooks(kind, webhook_order(new));
  end if;
  return null;
end $$;
create trigger orders_tell_placed after insert on orders
  for each row when (pg_sequence_last_value('webhooks_ever'::regclass) is not null) execute function orders_tell_webhooks();
-- Its name comes after that of the trigger that numbers the invoice, so that the news has the number.
create trigger orders_tell_state after update of state on orders
  for each row when (new.state <> old.state and pg_sequence_last_value('webhooks_ever'::regclass) is not null)
  execute function orders_tell_webhooks();

create function shipments_tell_webhooks() returns trigger language plpgsql as $$
begin
  if webhooks_listen(array['order.shipped']) then
    perform tell_webhooks('order.shipped', jsonb_build_object(
        'order', (select webhook_order(orders) from orders where id = new.order_id),
        'shipment', jsonb_strip_nulls(jsonb_build_object(
          '_id', new.id, 'carrier', new.carrier, 'trackingNumber', new.tracking_number, 'trackingUrl', new.tracking_url,
          'shippedAt', webhook_moment(new.shipped_at),
          'lines', (select jsonb_agg(jsonb_build_object('toolId', tool_id, 'quantity', quantity) order by tool_id)
            from shipment_lines where shipment_id = new.id)))));
  end if;
  return null;
end $$;
-- At the end of the transaction: what a shipment holds is written after it.
create constraint trigger shipments_tell after insert on shipments deferrable initially deferred
  for each row execute function shipments_tell_webhooks();

create function refunds_tell_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'sent' then
    return null;
  end if;
  if webhooks_listen(array['order.refunded']) then
    perform tell_webhooks('order.refunded', jsonb_build_object(
      'order', (select webhook_order(orders) from orders where id = new.order_id),
      'refund', jsonb_build_object('_id', new.id, 'amount', webhook_dollars(new.amount_cents), 'reason', new.reason)));
  end if;
  return null;
end $$;
create trigger refunds_tell after insert or update of state on refunds
  for each row when (new.state = 'sent' and new.order_id is not null) execute function refunds_tell_webhooks();

create function webhook_tool(of_tool tools) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', of_tool.id, 'name', of_tool.name, 'sku', of_tool.sku, 'price', webhook_dollars(of_tool.price_cents),
    'availableQuantity', of_tool.available_quantity, 'minOrderQuantity', of_tool.min_order_quantity,
    'quantityStep', of_tool.quantity_step, 'onSale', of_tool.on_sale, 'removed', of_tool.removed_at is not null,
    'version', of_tool.version)
$$;

create function tools_tell_webhooks() returns trigger language plpgsql as $$
begin
  if not webhooks_listen(array['tool.changed', 'stock.low']) then
    return null;
  end if;
  perform tell_webhooks('tool.changed', webhook_tool(new));
  if tg_op = 'UPDATE' and new.removed_at is null and new.on_sale
      and new.available_quantity < new.min_order_quantity and old.available_quantity >= old.min_order_quantity then
    perform tell_webhooks('stock.low', webhook_tool(new));
  end if;
  return null;
end $$;
create trigger tools_tell_added after insert on tools
  for each row when (pg_sequence_last_value('webhooks_ever'::regclass) is not null) execute function tools_tell_webhooks();
create trigger tools_tell_changed after update on tools
  for each row when ((new.version <> old.version or new.removed_at is distinct from old.removed_at)
    and pg_sequence_last_value('webhooks_ever'::regclass) is not null)
  execute function tools_tell_webhooks();
