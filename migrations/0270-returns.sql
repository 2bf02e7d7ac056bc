-- Unused since 1.1.0, before which the processes of 1.0.0 are stopped (docs/decisions/050): the index of orders to ship without those that
-- cost nothing, and two checks, which widen.
-- What comes back of orders: what buyers report, what the shop answers, what arrives, and how each piece is settled.

-- What people say on the telephone, with R- before it.
create sequence return_numbers as bigint start 10001;

create table returns (
  id text primary key,
  number bigint not null default nextval('return_numbers'),
  order_id text not null references orders (id),
  -- Whose the order is, as the order says it: their lists are read from here.
  buyer_id text references users (id) on delete set null,
  company_id text references companies (id),
  -- Who reported it, where that was not the shop.
  asked_by text references users (id) on delete set null,
  by_shop boolean not null default false,
  state text not null default 'asked'
    constraint returns_state check (state in ('asked', 'agreed', 'refused', 'arrived', 'closed', 'withdrawn')),
  -- What was answered; null: nothing yet, or it was refused.
  send_back boolean,
  until date,
  instructions text not null default '',
  -- What is kept of the money, with its tax; and how much of that was kept.
  fee_cents integer not null default 0 check (fee_cents >= 0),
  fee_kept_cents integer not null default 0,
  -- Why it was refused, or closed with pieces that were not settled.
  reason text not null default '',
  -- Names of its pictures, made from their content.
  pictures text[] not null default '{}',
  -- What it is found by.
  words text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  constraint returns_fee check (fee_kept_cents between 0 and fee_cents),
  constraint returns_pictures check (cardinality(pictures) <= 6),
  constraint returns_answered check (state not in ('agreed', 'arrived') or send_back is not null)
);
alter sequence return_numbers owned by returns.number;
create unique index returns_number on returns (number);
create index returns_of_order on returns (order_id);
-- What somebody sees is read by age; what a list leaves out is seen in the index.
create index returns_of_buyer on returns (buyer_id, created_at, id, state);
create index returns_of_company on returns (company_id, created_at, id, state) where company_id is not null;
create index returns_asked_by on returns (asked_by);
create index returns_by_age on returns (created_at, id);
create index returns_in_state on returns (state, created_at, id);
create index returns_words on returns using gin (words gin_trgm_ops);

-- Pieces of one line of the order. They are counted once: what is settled never becomes less.
create table return_lines (
  return_id text not null references returns (id) on delete cascade,
  tool_id text not null references tools (id),
  position integer not null,
  quantity integer not null check (quantity > 0),
  kind text not null constraint return_lines_kind check (kind in ('damaged', 'wrong', 'missing', 'unwanted')),
  wish text not null constraint return_lines_wish check (wish in ('money', 'replacement')),
  text text not null default '',
  arrived integer not null default 0,
  restocked integer not null default 0 check (restocked >= 0),
  scrapped integer not null default 0 check (scrapped >= 0),
  settled integer not null default 0,
  -- Of them, those that are in a refund.
  refunded integer not null default 0,
  primary key (return_id, tool_id),
  constraint return_lines_arrived check (arrived between 0 and quantity and restocked + scrapped <= arrived),
  constraint return_lines_settled check (settled between 0 and quantity and refunded between 0 and settled)
);
create index return_lines_tool on return_lines (tool_id);

create table return_messages (
  id text primary key,
  return_id text not null references returns (id) on delete cascade,
  side text not null constraint return_messages_side check (side in ('buyer', 'shop')),
  user_id text references users (id) on delete set null,
  name text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index return_messages_of_return on return_messages (return_id, created_at, id);
create index return_messages_of_user on return_messages (user_id);

-- What a return is found by: its number, its order's, who buys, and its tools with their SKUs, also without signs. Each word has a blank
-- before it, so that the index knows where words begin.
create function return_words(asked returns) returns text language sql stable as $$
  select order_search_fold(concat_ws(' ', '', 'R-' || asked.number, placed.number, placed.name, placed.email, placed.company,
    placed.purchase_order,
    (select string_agg(concat_ws(' ', line.tool_name, line.sku, nullif(search_code(line.sku), lower(line.sku))), ' ' order by line.position)
     from return_lines part join order_lines line on line.order_id = placed.id and line.tool_id = part.tool_id
     where part.return_id = asked.id)))
  from orders placed where placed.id = asked.order_id
$$;

-- The return that a refund gives money for, and what was kept of that money.
alter table refunds add column return_id text references returns (id) on delete set null;
alter table refunds add column fee_cents integer not null default 0 check (fee_cents >= 0);
create index refunds_return on refunds (return_id) where return_id is not null;

-- An order that replaces what came back: it costs nothing, has no invoice, and may leave the house at once.
-- Without a reference, since a return refers to its order.
alter table orders add column return_id text;
create index orders_return on orders (return_id) where return_id is not null;
alter table orders drop constraint orders_state, add constraint orders_state
  check (state in ('waiting', 'unpaid', 'open', 'paid', 'free', 'deleted', 'expired', 'rejected')) not valid;
alter table orders drop constraint orders_total, add constraint orders_total
  check ((state = 'free' and total_cents = 0) or (state <> 'free' and total_cents between 1 and 99999999)) not valid;
drop index orders_to_ship;
create index orders_to_ship on orders (released_at, id)
  where (state in ('paid', 'free') or (state = 'open' and on_account)) and not nothing_left;

-- As before; what replaces something was not sold.
create or replace function refresh_sales(days date[], zone text) returns void language plpgsql as $$
declare
  of_day date;
  begins timestamptz;
  ends timestamptz;
begin
  lock table sales_days in share row exclusive mode;
  foreach of_day in array days loop
    begins := day_begins(of_day, zone);
    ends := day_begins(of_day + 1, zone);
    delete from sales_of_tools where day = of_day;
    insert into sales_of_tools (day, tool_id, pieces, cents)
    select of_day, tool_id, sum(pieces), sum(cents) from (
      select line.tool_id, line.quantity::bigint as pieces,
        line_cents(line.quantity, line.unit_price_cents, line.price_unit) as cents
      from orders join order_lines line on line.order_id = orders.id
      where state = 'paid' and paid_at >= begins and paid_at < ends and refunded_cents < total_cents
      union all
      select given.tool_id, -given.quantity::bigint, -given.net_cents::bigint
      from orders join refund_lines given on given.order_id = orders.id
      where state = 'paid' and paid_at >= begins and paid_at < ends and refunded_cents < total_cents) sold
    group by tool_id having sum(pieces) > 0;
    insert into sales_days (day, placed, paid, cents)
    select of_day, placed.orders, paid.orders, paid.cents from
      (select count(*) as orders from orders where created_at >= begins and created_at < ends and state <> 'free') placed,
      (select count(*) as orders, coalesce(sum(total_cents - refunded_cents), 0) as cents from orders
        where state = 'paid' and paid_at >= begins and paid_at < ends) paid
    on conflict (day) do update set placed = excluded.placed, paid = excluded.paid, cents = excluded.cents;
  end loop;
end $$;
