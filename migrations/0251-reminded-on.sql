-- The shop's day on which an invoice was reminded of: interest runs from there.
alter table reminders add column sent_on date not null default shop_today();
update reminders set sent_on = (sent_at at time zone (select shop_zone()))::date;
