-- What goes beyond somebody's limit waits until somebody else of the firm has approved it.

create table approvals (
  order_id text primary key references orders (id) on delete cascade,
  state text not null default 'waiting'
    constraint approvals_state check (state in ('waiting', 'approved', 'rejected', 'expired', 'withdrawn')),
  -- Each limit that it is above, in cents, as they were when it was placed.
  reasons jsonb not null,
  -- When it expires.
  until timestamptz not null,
  decided_by text references users (id) on delete set null,
  decided_at timestamptz,
  note text not null default '',
  constraint approvals_decided check ((state in ('approved', 'rejected')) = (decided_at is not null))
);
create index approvals_decided_by on approvals (decided_by);

-- What the orders of a firm come to that were placed in the shop's month, in cents and less what went back: of one of its
-- people, of one of its cost centres, or of both together.
create function month_sum(of_company text, of_user text, of_centre text) returns bigint language sql stable as $$
  select coalesce(sum(total_cents - refunded_cents), 0)::bigint from orders
  where company_id = of_company and created_at >= day_begins(date_trunc('month', shop_today())::date, shop_zone())
    and state in ('unpaid', 'open', 'paid')
    and (of_user is null or user_id = of_user) and (of_centre is null or cost_centre = of_centre)
$$;
