-- What a named list is ordered by again and again, one for each list. Whoever set it orders.
create table standing_orders (
  id text primary key,
  list_id text not null references named_lists (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  -- Null: for whoever set it.
  company_id text references companies (id) on delete cascade,
  every text not null constraint standing_orders_every check (every in ('week', 'month')),
  -- From 1 on Monday to 7, or of the month, whose last day stands for those that it has not.
  day smallint not null constraint standing_orders_day check (day between 1 and case every when 'week' then 7 else 31 end),
  until_day date,
  pay text constraint standing_orders_pay check (pay in ('card', 'transfer', 'account')),
  purchase_order text not null default '',
  cost_centre text not null default '',
  -- The next day by the calendar; on a day that is closed it is ordered on the working day after.
  due_on date not null,
  -- The day on which a letter said that it will be ordered; null: none was written yet.
  announced_for date,
  -- What the letter said that each of its lines costs: [{ toolId, quantity, cents }].
  told jsonb not null default '[]',
  -- Why nothing is ordered until somebody sets it again; null: it goes on.
  paused_code text,
  paused_why text not null default '',
  last_order_id text references orders (id) on delete set null,
  last_on date,
  version bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index standing_orders_list on standing_orders (list_id);
create index standing_orders_user on standing_orders (user_id);
create index standing_orders_company on standing_orders (company_id);
create index standing_orders_last on standing_orders (last_order_id);
create index standing_orders_due on standing_orders (due_on) where paused_code is null;
