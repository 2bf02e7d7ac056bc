-- Imports are committed and undone in one transaction, whatever their size: tools are locked in the order of their ids.
create index import_rows_tools on import_rows (import_id, tool_id);

-- Whether a tool's minimum, step and price breaks ([{"from", "cents"}]) contradict each other or its price, as
-- contract/tools.ts says it.
create function selling_contradicts(price integer, minimum integer, step integer, breaks jsonb) returns boolean
language sql immutable parallel safe
return minimum % step <> 0 or (breaks <> '[]' and exists (
  select from (
    select (value ->> 'from')::bigint as this_from, (value ->> 'cents')::integer as this_price,
      lag((value ->> 'from')::bigint, 1, minimum::bigint) over (order by at) as last_from,
      lag((value ->> 'cents')::integer, 1, price) over (order by at) as last_price
    from jsonb_array_elements(breaks) with ordinality as each (value, at)
  ) as step_by_step
  where this_from <= last_from or this_from % step <> 0 or this_price >= last_price));

-- What the search reads of a new tool is made while the import is looked at, and its words are taught before it is
-- committed: both would take longer than all the rest of the transaction.
alter table import_rows add column lexemes tsvector;

create or replace trigger tools_read_words_of_new before insert on tools
for each row when (new.lexemes is null) execute function tools_read_words();

create or replace trigger tools_teach_words_of_new after insert on tools
referencing new table as changed
for each statement when (current_setting('tradebench.words_are_taught', true) is distinct from 'yes')
execute function tools_teach_words();
