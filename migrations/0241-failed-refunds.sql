-- When a refund was known to have failed: the books take its credit note back on that day, and leave those of its own month as they were.
alter table refunds add column failed_at timestamptz;
update refunds set failed_at = coalesce(
  (select max(created_at) from payments where kind = 'refund_failed' and reference = refunds.provider_refund_id), created_at)
where state = 'failed';
