-- What runs by the clock, such as backups: the shop's processes claim a job here, so that one of them does it.
create table scheduled_jobs (
  name text primary key,
  started_at timestamptz,
  claimed_until timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);
