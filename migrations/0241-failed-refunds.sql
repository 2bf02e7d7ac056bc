-- When a refund was known to have failed: the books take its credit note back on that day, and leave those of its own month as they were.
alter table refunds add column failed_at timestamptz;
update refunds set failed_at = created_at where state = 'failed';
