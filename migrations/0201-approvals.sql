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
