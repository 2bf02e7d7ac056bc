-- What customers buy, what they put together for it, and what they say of it.

-- What people say on the telephone.
create sequence order_numbers as bigint start 10001;

-- total_cents is goods + freight + tax. Where country, delivery or pieces are null, they are the company's own country, free
-- delivery, and the pieces of the one line.
create table orders (
  id text primary key,
  number bigint not null default nextval('order_numbers'),
  user_id text constraint orders_user_id_users_id_fk references users (id) on delete set null,
  -- For which firm it was placed, by whom, and for which of its accounts.
  company_id text references companies (id),
  ordered_by text not null default '',
  cost_centre text,
  buyer_reference text not null default '',
  name text not null,
  company text not null default '',
  email text not null,
  address text not null,
  phone text not null,
  country text,
  -- In parts; null where the buyer gave one text, and where the invoice goes with the goods.
  delivery_address jsonb,
  invoice_address jsonb,
  vat_id text not null default '',
  -- What the register had said of the number when the order was placed; null: nothing.
  vat_proof jsonb,
  purchase_order text not null default '',
  note text not null default '',
  line_count integer not null default 1 check (line_count between 1 and 1000),
  pieces bigint,
  weight_grams bigint not null default 0,
  freight_cents integer not null default 0 check (freight_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  tax_percent numeric,
  tax_name text,
  tax_note text,
  -- Of EN 16931 (UNCL 5305): standard rate, zero rated, intra-Community supply, export, outside the scope of tax.
  tax_category text not null default 'O' check (tax_category in ('S', 'Z', 'K', 'G', 'O')),
  total_cents integer not null constraint orders_total check (total_cents between 1 and 99999999),
  delivery text,
  delivery_name text,
  delivery_days_from integer,
  delivery_days_to integer,
  state text not null default 'unpaid' constraint orders_state check (state in ('waiting', 'unpaid', 'open', 'paid', 'deleted', 'expired', 'rejected')),
  hold_until timestamptz,
  transaction_id text constraint orders_transaction_id_unique unique,
  paid_at timestamptz,
  refunded_cents integer not null default 0,
  -- Of it, what settled by a credit note what was owed: no money moved.
  credited_cents integer not null default 0,
  -- How much of it has left the house, kept with every shipment, so that a list need not add up; nothing_left also where what is
  -- left will never leave, since its money was given back.
  fulfilment text not null default 'none' check (fulfilment in ('none', 'part', 'all')),
  nothing_left boolean not null default false,
  idempotency_key text,
  idempotency_hash text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Of one that its firm owes: since when, and the day by which it must be paid.
  on_account boolean not null default false,
  opened_at timestamptz,
  due_on date,
  -- From when it may leave the house.
  released_at timestamptz generated always as (case when on_account then opened_at else paid_at end) stored,
  constraint orders_paid check ((state = 'paid') = (paid_at is not null and transaction_id is not null)),
  constraint orders_refunded check (refunded_cents between 0 and total_cents),
  constraint orders_credited check (credited_cents between 0 and refunded_cents),
  constraint orders_on_account check (not on_account or company_id is not null)
);
alter sequence order_numbers owned by orders.number;
create unique index orders_number on orders (number);
create unique index orders_idempotency on orders (user_id, idempotency_key);
create index orders_of_user on orders (user_id, created_at, id);
create index orders_of_company on orders (company_id, created_at, id) where company_id is not null;
create index orders_newest on orders (created_at, id);
create index orders_in_state on orders (state, created_at, id);
create index orders_shipped on orders (fulfilment, created_at, id) where fulfilment <> 'none';
create index orders_to_ship on orders (released_at, id) where (state = 'paid' or (state = 'open' and on_account)) and not nothing_left;
-- What was given back whole: at 300,000 orders it is found in 2 ms, and without an index in 100.
create index orders_given_back on orders (created_at, id) where refunded_cents >= total_cents;
-- Which orders that hold stock without being paid have had their time.
create index orders_hold on orders (hold_until) where state in ('unpaid', 'waiting');

create table order_lines (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  position integer not null default 0,
  tool_id text not null references tools (id),
  -- As they were when it was bought.
  tool_name text not null,
  sku text,
  -- What the firm called it.
  buyer_number text,
  unit_price_cents integer not null constraint order_lines_unit_price check (unit_price_cents >= 0),
  quantity integer not null constraint order_lines_quantity check (quantity > 0)
);
create unique index order_lines_tool_once on order_lines (order_id, tool_id);
create index order_lines_tool on order_lines (tool_id);

-- What an order was placed with stays: its number, sums, destination and delivery. Name, firm, address, telephone, purchase
-- order number, reference and note may change while it waits. What was given back may fall again: a refund that failed is no refund.
create function orders_keep_their_word() returns trigger language plpgsql as $$
begin
  if new.total_cents <> old.total_cents or new.id <> old.id or new.email <> old.email or new.created_at <> old.created_at
      or (new.number, new.line_count, new.pieces, new.weight_grams, new.freight_cents, new.tax_cents, new.tax_percent,
        new.tax_name, new.tax_note, new.tax_category, new.country, new.delivery, new.delivery_name, new.delivery_days_from,
        new.delivery_days_to, new.vat_id)
      is distinct from (old.number, old.line_count, old.pieces, old.weight_grams, old.freight_cents, old.tax_cents,
        old.tax_percent, old.tax_name, old.tax_note, old.tax_category, old.country, old.delivery, old.delivery_name, old.delivery_days_from,
        old.delivery_days_to, old.vat_id) then
    raise exception 'an order keeps its total' using errcode = 'integrity_constraint_violation', constraint = 'orders_immutable';
  end if;
  -- A payment that was recorded wrongly is undone: the order is owed, until it is paid again.
  if (old.state, new.state) in (('paid', 'open'), ('open', 'paid')) then
    return new;
  end if;
  -- One that waits for approval is not paid before somebody approved it.
  if (old.state not in ('unpaid', 'waiting') or (old.state, new.state) = ('waiting', 'paid')) and (new.state <> old.state or new.paid_at is distinct from old.paid_at
      or new.transaction_id is distinct from old.transaction_id) then
    raise exception 'a closed order stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'orders_closed';
  end if;
  return new;
end $$;
create trigger orders_keep_their_word before update on orders for each row execute function orders_keep_their_word();

create function order_lines_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'order lines are final' using errcode = 'integrity_constraint_violation', constraint = 'order_lines_immutable';
end $$;
create trigger order_lines_are_final before update on order_lines for each row execute function order_lines_are_final();

-- Counts each customer's orders that are unpaid or wait for approval; the check refuses the 21st. One on account is unpaid only
-- while it is judged.
create table open_orders (
  user_id text primary key references users (id) on delete cascade,
  count integer not null constraint open_orders_limit check (count between 0 and 20)
);
create function counts_as_open(state text, on_account boolean) returns boolean language sql immutable as $$
  select state = 'waiting' or (state = 'unpaid' and not on_account)
$$;
create function count_open_orders() returns trigger language plpgsql as $$
declare
  counted boolean := tg_op = 'UPDATE' and counts_as_open(old.state, old.on_account);
  counts boolean := counts_as_open(new.state, new.on_account);
begin
  if counts and not counted and new.user_id is not null then
    insert into open_orders (user_id, count) values (new.user_id, 1)
      on conflict (user_id) do update set count = open_orders.count + 1;
  elsif counted and not counts and old.user_id is not null then
    update open_orders set count = count - 1 where user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger count_open_orders after insert or update of state on orders for each row execute function count_open_orders();

-- Orders whose buyer is still to be written to that they were placed: written in the statement that places one, gone in the
-- transaction that queues its letter.
create table order_letters (
  order_id text primary key references orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index order_letters_oldest on order_letters (created_at);

-- Who placed an order for somebody else, and who changed what of it.
create table order_events (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  kind text not null check (kind in ('placed', 'changed')),
  actor_id text,
  actor_email text not null default '',
  -- By field: what it was and what it is.
  changed jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, created_at);

-- A signed-in customer's basket. It holds no stock; version rises with every change, so that two windows notice each other.
create table baskets (
  user_id text primary key references users (id) on delete cascade,
  version bigint not null default 1,
  updated_at timestamptz not null default now()
);
create table basket_lines (
  user_id text not null references baskets (user_id) on delete cascade,
  tool_id text not null references tools (id),
  quantity bigint not null check (quantity between 1 and 1000000000),
  position bigint generated always as identity,
  primary key (user_id, tool_id)
);
create index basket_lines_tool on basket_lines (tool_id);

-- Lists of tools and quantities, such as "van stock": one person's, or a firm's that somebody gave it to. They hold no stock and
-- remember no price.
create table named_lists (
  id text primary key,
  user_id text references users (id) on delete cascade,
  company_id text references companies (id) on delete cascade,
  name text not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint named_lists_owner check ((user_id is null) <> (company_id is null))
);
create unique index named_lists_name on named_lists (user_id, lower(name));
create unique index named_lists_firm_name on named_lists (company_id, lower(name));

create table named_list_lines (
  list_id text not null references named_lists (id) on delete cascade,
  tool_id text not null references tools (id),
  quantity bigint not null check (quantity between 1 and 1000000000),
  position bigint generated always as identity,
  primary key (list_id, tool_id)
);
create index named_list_lines_tool on named_list_lines (tool_id);

create table reviews (
  id text primary key,
  user_id text references users (id) on delete set null,
  name text not null,
  review text not null,
  rating integer not null constraint reviews_rating check (rating between 1 and 5),
  image text,
  -- A review may be about a tool that its writer has paid for. The name stays as it was, as on orders.
  tool_id text references tools (id) on delete set null,
  tool_name text,
  created_at timestamptz not null default now()
);
create index reviews_newest on reviews (created_at, id);
create index reviews_of_user on reviews (user_id, created_at);
create index reviews_of_tool on reviews (tool_id) where tool_id is not null;

-- Who asked to be told when a tool can be ordered again. A row is one wish and goes with its letter, so that there is one.
create table stock_alerts (
  tool_id text not null references tools (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);
create index stock_alerts_of_user on stock_alerts (user_id);

-- What goes beyond somebody's limit waits until somebody else of the firm has approved it.

create table approvals (
  order_id text primary key references orders (id) on delete cascade,
  state text not null default 'waiting'
    constraint approvals_state check (state in ('waiting', 'approved', 'rejected', 'expired', 'withdrawn')),
  -- Each limit that it is above, in cents, as they were when it was placed.
  reasons jsonb not null,
  -- When it expires.
  until timestamptz not null,
  -- When those who may decide are reminded; null: they were.
  remind_at timestamptz,
  decided_by text references users (id) on delete set null,
  decided_at timestamptz,
  note text not null default '',
  constraint approvals_decided check ((state in ('approved', 'rejected')) = (decided_at is not null))
);
create index approvals_decided_by on approvals (decided_by);
create index approvals_remind on approvals (remind_at) where state = 'waiting' and remind_at is not null;
create index orders_waiting on orders (company_id, created_at, id) where state = 'waiting';

-- What the links of letters hold, each of one approver and of the order as it stood.
create table approval_tokens (
  -- SHA-256 of what stands in the link.
  token_hash text primary key,
  order_id text not null references approvals (order_id) on delete cascade,
  -- Null: their account is gone.
  user_id text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- When it was passed on, or the order changed.
  ended_at timestamptz
);
create index approval_tokens_order on approval_tokens (order_id);
create index approval_tokens_user on approval_tokens (user_id);

-- The same time on the next day on which somebody works.
create function working_day_after(moment timestamptz) returns timestamptz language sql stable as $$
  select moment + case extract(isodow from moment at time zone shop_zone())
    when 5 then interval '3 days' when 6 then interval '3 days' when 7 then interval '2 days' else interval '1 day' end
$$;

-- What the orders of a firm come to that were placed in the shop's month, in cents and less what went back: of one of its
-- people, of one of its cost centres, or of both together.
create function month_sum(of_company text, of_user text, of_centre text) returns bigint language sql stable as $$
  select coalesce(sum(total_cents - refunded_cents), 0)::bigint from orders
  where company_id = of_company and created_at >= day_begins(date_trunc('month', shop_today())::date, shop_zone())
    and state in ('unpaid', 'open', 'paid')
    and (of_user is null or user_id = of_user) and (of_centre is null or lower(cost_centre) = lower(of_centre))
$$;
