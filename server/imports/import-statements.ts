import type { ImportedField } from '#contract/imports.ts';
import { MAX_PIECES } from '#contract/tools.ts';

/*
 * An import written and put back by statements over sets of rows: r is a row of import_rows, t its tool. Parameters: 1 the
 * import, 2 to 4 what each statement says; `ORDERED` names the rows of a portion by the ids of their tools, `ADDED` those of new ones by
 * their numbers in the sheet.
 */

type Cells = 'after' | 'before';

/** A tool's columns and what a row's cells say of them, where the row has that cell. */
const FIELDS: Record<
  Exclude<ImportedField, 'availableQuantity'>,
  { column: string; cell: (cells: Cells) => string }
> = {
  sku: { column: 'sku', cell: emptyable('sku') },
  name: { column: 'name', cell: (cells) => `r.${cells} ->> 'name'` },
  category: { column: 'category', cell: emptyable('category') },
  family: { column: 'family', cell: emptyable('family') },
  price: { column: 'price_cents', cell: (cells) => `round((r.${cells} ->> 'price')::numeric * 100)::integer` },
  minOrderQuantity: { column: 'min_order_quantity', cell: (cells) => `(r.${cells} ->> 'minOrderQuantity')::integer` },
  quantityStep: { column: 'quantity_step', cell: (cells) => `(r.${cells} ->> 'quantityStep')::integer` },
  priceBreaks: {
    column: 'price_breaks',
    cell: (cells) => `(select coalesce(jsonb_agg(jsonb_build_object('from', one.value -> 'from',
          'cents', round((one.value ->> 'price')::numeric * 100)::integer) order by one.at), '[]')
        from jsonb_array_elements(r.${cells} -> 'priceBreaks') with ordinality as one (value, at))`,
  },
  weight: { column: 'weight_grams', cell: (cells) => `(r.${cells} ->> 'weight')::integer` },
  onSale: { column: 'on_sale', cell: (cells) => `(r.${cells} ->> 'onSale')::boolean` },
  onSaleFrom: { column: 'on_sale_from', cell: (cells) => `nullif(r.${cells} ->> 'onSaleFrom', '')::date` },
  onSaleUntil: { column: 'on_sale_until', cell: (cells) => `nullif(r.${cells} ->> 'onSaleUntil', '')::date` },
  image: { column: 'image', cell: (cells) => `r.${cells} ->> 'image'` },
  description: { column: 'description', cell: (cells) => `r.${cells} ->> 'description'` },
};

function emptyable(field: string): (cells: Cells) => string {
  return (cells) => `nullif(r.${cells} ->> '${field}', '')`;
}

const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
/** What the search reads: its words are made anew for every row where one of these is written, changed or not. */
const SEARCHED = ['name', 'sku', 'category'] as const;
const RENAMED = `r.after ?| array['${SEARCHED.join("', '")}']`;
const COUNTED = `r.after ? 'availableQuantity'`;

/** A field of tool t as it is once the cells are written. */
const written = (field: keyof typeof FIELDS, cells: Cells) =>
  `case when r.after ? '${field}' then ${FIELDS[field].cell(cells)} else t.${FIELDS[field].column} end`;

/** What all changes of the tool's stock but the orders come to. */
const STOCK_SUM = `(select coalesce(sum(change), 0) from stock_changes where tool_id = t.id)`;

/** Whether some field that the row has is not in the tool as these cells say. */
const differs = (cells: Cells) =>
  NAMES.map(
    (field) => `(r.after ? '${field}' and t.${FIELDS[field].column} is distinct from ${FIELDS[field].cell(cells)})`,
  ).join(' or ');

/** Whether what the row writes contradicts the rest of the tool. */
const contradicts = (cells: Cells) =>
  `(${written('onSaleFrom', cells)} > ${written('onSaleUntil', cells)}) is true or (r.after ?| array['price', 'minOrderQuantity', 'quantityStep', 'priceBreaks'] and selling_contradicts(
    ${written('price', cells)}, ${written('minOrderQuantity', cells)}, ${written('quantityStep', cells)}, ${written('priceBreaks', cells)}))`;

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

/** Locks the tools of a portion in the order of their ids, as orders do. */
export const LOCK = `
select count(*) from (
  select t.id from import_rows r join tools t on t.id = r.tool_id where ${ALL} and t.removed_at is null
  order by t.id for no key update of t) as locked`;

/** The rows of a portion that are no longer what the dry run saw; a sale alone makes none stale. */
export const STALE_CHANGED = `
select r.row from import_rows r left join tools t on t.id = r.tool_id and t.removed_at is null
where ${ORDERED} and not r.applied and (t.id is null or ${differs('before')}
  or (${COUNTED} and ${STOCK_SUM} <> r.stock_seen) or ${contradicts('after')})
order by r.row limit $4`;

/** Whether a tool that this import did not add has the key of a new one. */
const taken = (
  key: 'sku' | 'name',
) => `exists (select from tools t where t.removed_at is null and t.${key} = r.after ->> '${key}'
    and not exists (select from import_rows own where own.import_id = $1 and own.tool_id = t.id and own.is_new))`;

/** The rows of a portion whose new tool somebody else has added. */
export const STALE_ADDED = `
select r.row from import_rows r
where ${ADDED} and not r.applied
  and ((nullif(r.after ->> 'sku', '') is not null and ${taken('sku')})
    or (nullif(r.after ->> 'sku', '') is null and ${taken('name')}))
order by r.row limit $4`;

/** By where they are on the disk, since who plans the statement may know nothing yet of rows that were just staged. */
const MARK = `update import_rows set applied = true, stock_change = given.stock
from given where import_rows.ctid = given.place returning given.tool_id as tool`;

const recorded = (kind: string, id: string, stock = 'stock') => `
  insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
  select ${id}, tool_id, '${kind}', ${stock}, $4, $5, $6 from given where ${stock} <> 0`;

/** A stock ends between nothing and the most there may be. */
const bounded = (wanted: string) => `(least(${MAX_PIECES}, greatest(0, ${wanted})) - t.available_quantity)::integer`;

const set = (fields: readonly string[]) =>
  fields.map((field) => `${FIELDS[field as keyof typeof FIELDS].column} = given.new_${field.toLowerCase()}`).join(', ');
const PLAIN = NAMES.filter((field) => !(SEARCHED as readonly string[]).includes(field));

/** The cells that a portion writes, with the difference that comes to each stock. */
const given = (where: string, cells: Cells, stock: string) => `given as materialized (
  select r.ctid as place, r.row, r.tool_id, ${RENAMED} as renamed, ${stock} as stock,
    ${NAMES.map((field) => `${written(field, cells)} as new_${field.toLowerCase()}`).join(', ')}
  from import_rows r join tools t on t.id = r.tool_id and t.removed_at is null where ${where}
)`;

const UPDATED = `plain as (
  update tools set ${set(PLAIN)}, available_quantity = available_quantity + given.stock, version = version + 1, updated_at = now()
  from given where tools.id = given.tool_id and not given.renamed
), renamed as (
  update tools set ${set(NAMES)}, available_quantity = available_quantity + given.stock, version = version + 1, updated_at = now()
  from given where tools.id = given.tool_id and given.renamed
)`;

/** Writes the cells of a portion. 4 reason, 5 and 6 who. */
export const CHANGE = `
with ${given(
  `${ORDERED} and not r.applied`,
  'after',
  `case when ${COUNTED} then ${bounded(`t.available_quantity::bigint + (r.after ->> 'availableQuantity')::bigint
    - (r.before ->> 'availableQuantity')::bigint`)} else 0 end`,
)}, ${UPDATED}, moved as (${recorded('imported', "$1::text || '.' || row")})
${MARK}`;

/** Adds the tools of a portion in the order of the sheet. 4 reason, 5 and 6 who. */
export const ADD = `
with given as materialized (
  select r.ctid as place, r.row, r.tool_id, r.lexemes, (r.after ->> 'availableQuantity')::integer as stock,
    ${NAMES.map((field) => `${FIELDS[field].cell('after')} as new_${field.toLowerCase()}`).join(', ')}
  from import_rows r where ${ADDED} and not r.applied
), added as (
  insert into tools (id, available_quantity, lexemes, ${NAMES.map((field) => FIELDS[field].column).join(', ')})
  select tool_id, stock, lexemes, ${NAMES.map((field) => `new_${field.toLowerCase()}`).join(', ')} from given order by row
), moved as (${recorded('created', "$1::text || '.' || row")})
${MARK}`;

/**
 * The rows of a portion that cannot simply be put back: somebody changed, removed or ordered the tool since. They are looked at one by one.
 */
export const ODD = `
select r.row from import_rows r left join tools t on t.id = r.tool_id and t.removed_at is null
where ${ALL} and r.applied and (t.id is null or ${differs('after')}
  or (${COUNTED} and ${STOCK_SUM} <> coalesce(r.stock_seen, 0) + coalesce(r.stock_change, 0))
  or case when r.is_new then exists (select from order_lines where tool_id = t.id) else ${contradicts('before')} end)
order by r.row`;

const EVEN = `${ALL} and r.applied and r.row <> all ($7::integer[])`;

/** Puts back the rows of a portion but those that are odd ($7). 4 reason, 5 and 6 who. */
export const PUT_BACK = `
with ${given(
  `${EVEN} and not r.is_new`,
  'before',
  `case when ${COUNTED} then ${bounded('t.available_quantity::bigint - coalesce(r.stock_change, 0)')} else 0 end`,
)}, ${UPDATED}, moved as (${recorded('imported', "$1::text || '.' || row || '.back'")}), removed as (
  update tools t set removed_at = now(), version = t.version + 1
  from import_rows r where ${EVEN} and r.is_new and t.id = r.tool_id and t.removed_at is null
)
update import_rows r set applied = false, stock_change = 0 where ${EVEN} returning r.tool_id as tool`;

/**
 * Teaches the words of a portion of new tools before the transaction that adds them: nobody waits for words then, and that is shorter.
 * What is taught and comes to nothing is a word that no tool has, as those of removed tools are.
 */
export const TEACH = `
insert into search_words (word, is_code)
select word, bool_and(is_code) from import_rows r, search_taught(r.lexemes, nullif(r.after ->> 'sku', '')) where ${ADDED}
group by word order by word
on conflict (word) do nothing`;

/** Says in a transaction that the words of what it adds were taught before. */
export const TAUGHT = `set local tradebench.words_are_taught = 'yes'`;
