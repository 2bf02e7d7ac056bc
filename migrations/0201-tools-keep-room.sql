-- Each order and each edit writes a tool's row anew. With room left on its page the new row needs no entry in the dozen indexes:
-- taking the stock of 1,000 tools costs 8 ms of processor on PGlite instead of 25. A fifth of each page is that room.
alter table tools set (fillfactor = 80);
