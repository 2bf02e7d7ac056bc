import type { ImportedField } from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import {
  type Cells,
  contradicts,
  COUNTED,
  differs,
  FIELDS,
  NAMES,
  RENAMED,
  SEARCHED,
  STOCK_SUM,
  written,
} from './cells-in-sql.ts';

/*
 * An import written and put back by statements over sets of rows: r is a row of import_rows, t its tool. Parameters: 1 the
 * import, 2 to 4 what each statement says; `ORDERED` names the rows of a portion by the ids of their tools, `ADDED` those of new ones by
 * their numbers in the sheet.
 */

const ORDERED = `r.import_id = $1 and not r.is_new and r.tool_id > $2 and r.tool_id <= $3`;
const ADDED = `r.import_id = $1 and r.is_new and r.row > $2 and r.row <= $3`;
/** To undo, new tools and changed ones alike. */
const ALL = `r.import_id = $1 and r.tool_id > $2 and r.tool_id <= $3`;

/** The last of the next $4 rows after $2, as its tool's id or its number; null where there is none. */
export const NEXT = {
  changed: `select max(tool_id) as last, count(*)::integer as rows from (select tool_id from import_rows r
    where import_id = $1 and not is_new and not applied and tool_id > $2 order by tool_id limit $3) as portion`,
  added: `select max(row) as last, count(*)::integer as rows from (select row from import_rows r
    where import_id = $1 and is_new and not applied and row > $2 order by row limit $3) as portion`,
  applied: `select max(tool_id) as last, count(*)::integer as rows from (select tool_id from import_rows r
    where import_id = $1 and applied and tool_id > $2 order by tool_id limit $3) as portion`,
} as const;

/**
 * A tool that this import did not add and that has the key of a new one; looked up row by row in the index: PostgreSQL would rather read
 * all tools once for each portion, since it takes them for few.
 */
const taken = (
  key: 'sku' | 'name',
  own: string,
) => `select from (select t.id from tools t where t.removed_at is null and t.${key} = ${own} offset 0) as there
    where not exists (select from import_rows own where own.import_id = $1 and own.tool_id = there.id and own.is_new offset 0)`;

/** The rows of a portion whose new tool somebody else has added. */
export const STALE_ADDED = `
select r.row from (
  select row, nullif(after ->> 'sku', '') as sku, after ->> 'name' as name from import_rows r where ${ADDED} and not r.applied offset 0
) as r
where case when r.sku is not null then exists (${taken('sku', 'r.sku')}) else exists (${taken('name', 'r.name')}) end
order by r.row limit $4`;

/** A stock ends between nothing and the most there may be. */
const bounded = (wanted: string) => `(least(${MAX_PIECES}, greatest(0, ${wanted})) - t.available_quantity)::integer`;

/*
 * A commit and an undo first work out all that they write, into a table of the transaction's own, and write down what nobody else
 * reads. Only then they write tools, and look again at those that anybody has written since: so orders wait for the shortest time.
 */

/** Whether what a row changes is no longer what the dry run saw; a sale alone makes none stale. */
const STALE = `${differs('before')} or (${COUNTED} and ${STOCK_SUM} <> r.stock_seen) or ${contradicts('after')}`;

/** Whether somebody changed or ordered the tool since, so that the row cannot simply be put back. Such rows are looked at one by one. */
const TOUCHED_SINCE = `${differs('after')} or (${COUNTED} and ${STOCK_SUM} <> coalesce(r.stock_seen, 0) + coalesce(r.stock_change, 0))
  or case when r.is_new then exists (select from order_lines where tool_id = t.id) else ${contradicts('before')} end`;

const IMPORTED = `case when ${COUNTED} then ${bounded(`t.available_quantity::bigint + (r.after ->> 'availableQuantity')::bigint
    - (r.before ->> 'availableQuantity')::bigint`)} else 0 end`;
const TAKEN_BACK = `case when ${COUNTED} and not r.is_new
    then ${bounded('t.available_quantity::bigint - coalesce(r.stock_change, 0)')} else 0 end`;

/** The rows of a portion that are no longer what the dry run saw. */
export const STALE_CHANGED = `
select r.row from import_rows r left join tools t on t.id = r.tool_id and t.removed_at is null
where ${ORDERED} and not r.applied and (t.id is null or (${STALE}) is true) order by r.row limit $4`;

/** Which rows, what they write of which cells, what comes to the stock for that, and when that cannot simply be written. */
type Given = Record<'where' | 'stock' | 'exceptional', string> & { cells: Cells };

/**
 * Rows beside their tools, which have gone where `seen`, the version of the tool, is null; `tool_ctid` is the place of that version, `price_cents`
 * its price and `price_ctid` the place of that in its order; `was` is the difference that was written to its stock.
 */
const given = ({ where, cells, stock, exceptional }: Given) => `given as materialized (
  select r.ctid as place, r.row, r.tool_id, r.is_new, t.id is null or (${exceptional}) is true as exceptional, coalesce(r.stock_change, 0) as was,
    ${RENAMED} as renamed, ${stock} as stock, t.xmin as seen, t.ctid as tool_ctid, t.position, t.price_cents, o.ctid as price_ctid,
    ${NAMES.map((field) => `${written(field, cells)} as new_${field.toLowerCase()}`).join(', ')}
  from import_rows r left join tools t on t.id = r.tool_id and t.removed_at is null
    left join tool_prices o on o.tool_id = t.id and o.price_cents = t.price_cents where ${where}
)`;
const KEPT = `select row, tool_id, is_new, exceptional, was, renamed, stock, seen, tool_ctid, position, price_cents, price_ctid,
  ${NAMES.map((field) => `new_${field.toLowerCase()}`).join(', ')} from given`;

/** The table of what is prepared, empty. */
export const PREPARED = `
create temp table import_prepared on commit drop as
with ${given({ where: 'false', cells: 'after', stock: '0', exceptional: 'false' })} ${KEPT} with no data`;
/** To be done when all is prepared and nothing is locked. */
export const PREPARED_ALL = [
  'create unique index on import_prepared (tool_id)',
  'create unique index on import_prepared (row)',
  'analyze import_prepared',
] as const;

/** @param id of a change of stock @param mark what the rows themselves are told */
const prepare = ({ id, mark, ...rows }: Given & Record<'id' | 'mark', string>) => `
with ${given(rows)}, kept as (insert into import_prepared ${KEPT}), regular as (
  select * from given where not exceptional
), moved as (
  insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
  select ${id}, tool_id, 'imported', stock, $4, $5, $6 from regular where stock <> 0
), marked as (update import_rows set ${mark} from regular where import_rows.ctid = regular.place)
select row, tool_id as tool, exceptional from given order by row`;

const prepareCells = (where: string) =>
  prepare({
    where,
    cells: 'after',
    stock: IMPORTED,
    exceptional: STALE,
    id: "$1::text || '.' || row",
    mark: 'applied = true, stock_change = regular.stock',
  });

/** Prepares to write the cells of a portion. 4 reason, 5 and 6 who. @returns its rows, those that are stale as exceptional */
export const PREPARE = prepareCells(`${ORDERED} and not r.applied`);
/** The same of the rows with the numbers of $2, once they are forgotten. */
export const PREPARE_AGAIN = prepareCells('r.import_id = $1 and r.row = any ($2::integer[])');
const prepareBack = (where: string) =>
  prepare({
    where,
    cells: 'before',
    stock: TAKEN_BACK,
    exceptional: TOUCHED_SINCE,
    id: "$1::text || '.' || row || '.back'",
    mark: 'applied = false, stock_change = 0',
  });

/** Prepares to put back the rows of a portion. 4 reason, 5 and 6 who. @returns its rows, exceptional where that has to be looked at one by one */
export const PREPARE_BACK = prepareBack(`${ALL} and r.applied`);
/** The same of the rows with the numbers of $2, once they are forgotten. */
export const PREPARE_BACK_AGAIN = prepareBack('r.import_id = $1 and r.row = any ($2::integer[])');

/** Forgets what is prepared for the rows with the numbers of $2; ids of its changes of stock end in $3. */
export const FORGET = `
with gone as (
  delete from import_prepared where row = any ($2::integer[]) returning row, was
), unmoved as (
  delete from stock_changes using gone where id = $1::text || '.' || gone.row || $3::text
)
update import_rows r set applied = not applied, stock_change = gone.was from gone where r.import_id = $1 and r.row = gone.row`;

/** What an import writes; of one that writes one kind alone each tool is locked by being written. */
export interface Kinds {
  /** The fields that some row has. */
  fields: ImportedField[];
  plain: boolean;
  renamed: boolean;
  /** Whether new tools are taken back. */
  removed: boolean;
}

/** What is prepared, as `Kinds` says it. */
export const KINDS = `
select array(select distinct jsonb_object_keys(r.after) from import_prepared p join import_rows r on r.import_id = $1 and r.row = p.row) as fields,
  coalesce(bool_or(not renamed and not is_new), false) as plain, coalesce(bool_or(renamed and not is_new), false) as renamed,
  coalesce(bool_or(is_new), false) as removed
from import_prepared where not exceptional`;

const PORTION = `tool_id > $1 and tool_id <= $2`;

/** The rows of a portion whose tools were written since they were prepared. */
export const BEHIND = `
select p.row from import_prepared p join tools t on t.id = p.tool_id
where p.tool_id > $1 and p.tool_id <= $2 and not p.exceptional and t.xmin <> p.seen order by p.row`;

/** Writes the prices of a portion that are to come where nobody sees them before the commit and no tool is locked for it. */
export const PRICES = `
insert into tool_prices (tool_id, price_cents, position)
select tool_id, new_price, position from import_prepared where ${PORTION} and not exceptional and not is_new and new_price <> price_cents
order by tool_id on conflict do nothing`;

/** Whose work it is in this transaction to keep the prices of what is written in order: the import's own, or that of the triggers. */
const pricesKept = (here: boolean) => `set_config('tradebench.prices_are_kept', '${here ? 'yes' : 'no'}', true)`;
export const PRICES_ARE_KEPT = `select ${pricesKept(true)}`;

/**
 * For `writing`: PostgreSQL is to go to each prepared tool by its place, in the order of the ids as orders lock them; it would rather read
 * all tools in the order in which they lie.
 */
const joins = (on: boolean) =>
  ['enable_hashjoin', 'enable_mergejoin'].map((setting) => `set_config('${setting}', '${on ? 'on' : 'off'}', true)`);
export const IN_ORDER = {
  begin: `select ${[...joins(false), pricesKept(true)].join(', ')}`,
  end: `select ${[...joins(true), pricesKept(false)].join(', ')}`,
} as const;

/** Locks the tools of a portion in the order of their ids, as orders do. */
export const LOCK = `
select count(*) from (select from import_prepared p join tools t on t.id = p.tool_id
  where p.tool_id > $1 and p.tool_id <= $2 order by t.id for no key update of t) as locked`;

/** The same of the rows with the numbers of $1. */
export const LOCK_ROWS = `
select count(*) from (select from import_prepared p join tools t on t.id = p.tool_id
  where p.row = any ($1::integer[]) order by t.id for no key update of t) as locked`;

/**
 * Writes what is prepared for a portion, $1 to $2, of tools that are still as they were then: one that anybody has written since, a sale
 * too, has another version at another place. @returns its exceptional rows, and those that were not written for that
 */
export function writing({ fields, plain, renamed, removed }: Kinds): string {
  const set = (some: readonly (keyof typeof FIELDS)[]) =>
    some
      .filter((field) => fields.includes(field))
      .map((field) => `${FIELDS[field].column} = p.new_${field.toLowerCase()}, `)
      .join('');
  const stock = fields.includes('availableQuantity') ? 'available_quantity = available_quantity + p.stock, ' : '';
  const update = (what: string, which: string) => `
  update tools set ${what}version = version + 1 from mine p
  where tools.ctid = p.tool_ctid and tools.xmin = p.seen and not p.exceptional and ${which}
  returning p.row, case when p.is_new or p.new_price <> p.price_cents then p.price_ctid end as outdated`;
  const parts = [
    plain && ['plain', update(`${set(PLAIN)}${stock}updated_at = now(), `, 'not p.renamed and not p.is_new')],
    renamed && ['renamed', update(`${set(NAMES)}${stock}updated_at = now(), `, 'p.renamed and not p.is_new')],
    removed && ['removed', update('removed_at = now(), ', 'p.is_new')],
  ].filter((part) => part !== false);
  const written = fields.filter((field) => field !== 'price' && field !== 'availableQuantity');
  const columns = [
    'row, tool_id, is_new, exceptional, renamed, stock, seen, tool_ctid, price_cents, price_ctid, new_price',
    ...written.map((field) => `new_${field.toLowerCase()}`),
  ];
  if (parts.length === 0) return `select row, exceptional from import_prepared where ${PORTION} order by row`;
  return `
with mine as materialized (
  select ${columns.join(', ')} from import_prepared where ${PORTION} order by tool_id
), ${parts.map(([name, statement]) => `${name} as (${statement}\n), `).join('')}done as materialized (
  ${parts.map(([name]) => `select * from ${name}`).join(' union all ')}
)${
    removed || fields.includes('price')
      ? `, outdated as (
  delete from tool_prices o using done where o.ctid = done.outdated
)`
      : ''
  }
select row, exceptional from mine where row not in (select row from done) order by row`;
}

/** Forgets the prices that were to come of the rows with the numbers of $2 and did not, while their tools are locked. */
export const FORGET_PRICES = `
delete from tool_prices o using import_rows r, tools t
where r.import_id = $1 and r.row = any ($2::integer[]) and o.tool_id = r.tool_id and t.id = r.tool_id and o.price_cents <> t.price_cents`;

const PLAIN = NAMES.filter((field) => !(SEARCHED as readonly string[]).includes(field));

/** Writes what is prepared again for the rows with the numbers of $1, whose tools are locked. */
export const WRITE_AGAIN = (['plain', 'renamed'] as const).map(
  (kind) => `
update tools set ${(kind === 'plain' ? PLAIN : NAMES).map((field) => `${FIELDS[field].column} = p.new_${field.toLowerCase()}`).join(', ')},
  available_quantity = available_quantity + p.stock, version = version + 1, updated_at = now()
from import_prepared p
where p.row = any ($1::integer[]) and tools.id = p.tool_id and not p.exceptional and not p.is_new and ${kind === 'plain' ? 'not ' : ''}p.renamed`,
);

/** Where the portions of $1 of what is prepared end, each as its last tool's id. */
export const ENDS = `
select tool_id as last from (
  select tool_id, row_number() over (order by tool_id) as at, count(*) over () as total from import_prepared
) as each where at % $1 = 0 or at = total order by tool_id`;

/** Adds the tools of a portion in the order of the sheet, and keeps their prices in order. 4 reason, 5 and 6 who. */
export const ADD = `
with given as materialized (
  select r.ctid as place, r.row, r.tool_id, r.lexemes, (r.after ->> 'availableQuantity')::integer as stock,
    ${NAMES.map((field) => `${FIELDS[field].cell('after')} as new_${field.toLowerCase()}`).join(', ')}
  from import_rows r where ${ADDED} and not r.applied
), added as (
  insert into tools (id, available_quantity, lexemes, ${NAMES.map((field) => FIELDS[field].column).join(', ')})
  select tool_id, stock, lexemes, ${NAMES.map((field) => `new_${field.toLowerCase()}`).join(', ')} from given order by row
  returning id, price_cents, position
), priced as (
  insert into tool_prices (tool_id, price_cents, position) select id, price_cents, position from added
), moved as (
  insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
  select $1::text || '.' || row, tool_id, 'created', stock, $4, $5, $6 from given where stock <> 0
)
update import_rows set applied = true, stock_change = given.stock
from given where import_rows.ctid = given.place returning given.tool_id as tool`;

/**
 * Teaches the words of a portion of new tools before the transaction that adds them: nobody waits for words then, and that is shorter.
 * What is taught and comes to nothing is a word that no tool has, as those of removed tools are.
 */
export const TEACH = `
insert into search_words (word, kind)
select distinct word, kind from import_rows r, search_taught(r.lexemes, nullif(r.after ->> 'sku', '')) where ${ADDED}
order by word, kind
on conflict do nothing`;

/** Says in a transaction that the words of what it adds were taught before. */
export const TAUGHT = `set local tradebench.words_are_taught = 'yes'`;
