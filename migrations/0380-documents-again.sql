-- Which document an entry of a connection's log is about, so that it can be sent once more; documents go after a month, entries later.
alter table punchout_log add column delivery_id text;
