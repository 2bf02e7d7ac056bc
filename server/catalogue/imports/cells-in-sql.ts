import type { ImportedField } from '#contract/catalogue/imports.ts';

/* What a row of an import says, in SQL: r is a row of import_rows, t its tool. */

export type Cells = 'after' | 'before';

/** Whole cents of dollars that are text: what `cents` of contract/money-sums.ts says, in SQL, for values that were checked before. */
const centsOf = (dollars: string) => `round((${dollars})::numeric * 100)::integer`;

/** A tool's columns and what a row's cells say of them, where the row has that cell. */
export const FIELDS: Record<
  Exclude<ImportedField, 'availableQuantity'>,
  { column: string; cell: (cells: Cells) => string }
> = {
  sku: { column: 'sku', cell: emptyable('sku') },
  name: { column: 'name', cell: (cells) => `r.${cells} ->> 'name'` },
  category: { column: 'category', cell: emptyable('category') },
  family: { column: 'family', cell: emptyable('family') },
  price: { column: 'price_cents', cell: (cells) => centsOf(`r.${cells} ->> 'price'`) },
  minOrderQuantity: { column: 'min_order_quantity', cell: (cells) => `(r.${cells} ->> 'minOrderQuantity')::integer` },
  quantityStep: { column: 'quantity_step', cell: (cells) => `(r.${cells} ->> 'quantityStep')::integer` },
  priceBreaks: {
    column: 'price_breaks',
    cell: (cells) => `(select coalesce(jsonb_agg(jsonb_build_object('from', one.value -> 'from',
          'cents', ${centsOf(`one.value ->> 'price'`)}) order by one.at), '[]')
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

export const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
/** What the search reads: its words are made anew for every row where one of these is written, changed or not. */
export const SEARCHED = ['name', 'sku', 'category'] as const;
export const RENAMED = `r.after ?| array['${SEARCHED.join("', '")}']`;
export const COUNTED = `r.after ? 'availableQuantity'`;

/** A field of tool t as it is once the cells are written. */
export const written = (field: keyof typeof FIELDS, cells: Cells) =>
  `case when r.after ? '${field}' then ${FIELDS[field].cell(cells)} else t.${FIELDS[field].column} end`;

const assigned = (fields: readonly (keyof typeof FIELDS)[]) =>
  fields.map((field) => `${FIELDS[field].column} = ${written(field, 'after')}`).join(', ');
/** Assignments to a tool t of the cells that r.after has: all but what the search reads, and that. */
export const ASSIGNED = {
  plain: assigned(NAMES.filter((field) => !(SEARCHED as readonly string[]).includes(field))),
  searched: assigned(SEARCHED),
} as const;

/** What all changes of the tool's stock but the orders come to. */
export const STOCK_SUM = `(select coalesce(sum(change), 0) from stock_changes where tool_id = t.id)`;

/** Whether some field that the row has is not in the tool as these cells say. */
export const differs = (cells: Cells) =>
  NAMES.map(
    (field) => `(r.after ? '${field}' and t.${FIELDS[field].column} is distinct from ${FIELDS[field].cell(cells)})`,
  ).join(' or ');

/** Whether what the row writes contradicts the rest of the tool. */
export const contradicts = (cells: Cells) =>
  `(${written('onSaleFrom', cells)} > ${written('onSaleUntil', cells)}) is true or (r.after ?| array['price', 'minOrderQuantity', 'quantityStep', 'priceBreaks'] and selling_contradicts(
    ${written('price', cells)}, ${written('minOrderQuantity', cells)}, ${written('quantityStep', cells)}, ${written('priceBreaks', cells)}))`;
