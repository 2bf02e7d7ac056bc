import { type SQL, sql } from 'drizzle-orm';
import type { Db, Reader } from '#server/engine/db/client.ts';
import { attributeValues } from '#server/catalogue/attributes/attributes.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { AttributeFilter } from './asked-attributes.ts';
import { fitting } from './filters.ts';
import type { Kept } from './kept.ts';
import type { ToolFilters } from './tool-search.ts';

export interface ListedValue {
  id: number;
  attribute: string;
  value: string;
  /** In the base unit of its measure; null: it is no number. */
  number: number | null;
}

/** What the tools of a list are. */
export interface ListedValues {
  /** Of one tool after the other the ids of its values, each tool ended by a 0. */
  ids: Int32Array;
  /** Each value that one of them has, in the order in which it is shown. */
  values: ListedValue[];
}

/** What the tools are that fit, whatever is chosen of attributes. */
export function valuesListed(
  { db }: Reader,
  kept: Kept<ListedValues>,
  filters: Omit<ToolFilters, 'attributes'>,
): Promise<ListedValues> {
  const read = () => readListed(db, fitting(filters));
  return kept.get(JSON.stringify(filters), filters.inStock === true, read);
}

/** What the tools are that are listed, all at one look: 100,000 tools of twelve attributes are five megabytes on the way. */
export async function readListed(db: Db, listed: SQL | undefined): Promise<ListedValues> {
  const { rows } = await db.execute<{ all: string | null }>(
    sql`select string_agg(value_ids, ';') as all from ${tools} where ${listed}`,
  );
  const ids = parse(rows[0]?.all ?? null);
  const there = different(ids);
  // Values are never changed and read after the tools, so each is there.
  const values = await db
    .select()
    .from(attributeValues)
    .where(sql`${attributeValues.id} = any(${`{${there.join()}}`}::integer[])`);
  return { ids, values: values.toSorted(byValue) };
}

/** M8 before M10. */
const inOrder = new Intl.Collator('en', { numeric: true });

function byValue(one: ListedValue, other: ListedValue): number {
  return (one.number ?? 0) - (other.number ?? 0) || inOrder.compare(one.value, other.value);
}

const ZERO = '0'.charCodeAt(0);
const SEMICOLON = ';'.charCodeAt(0);

/** `12,7;;9`: a tool with the values 12 and 7, one without any, and one with 9. Null: no tools. */
function parse(all: string | null): Int32Array {
  if (all === null) return new Int32Array();
  const ids = new Int32Array(all.length + 1);
  let length = 0;
  let id = 0;
  for (let at = 0; at < all.length; at++) {
    const code = all.charCodeAt(at);
    if (code >= ZERO && code < SEMICOLON) {
      id = id * 10 + code - ZERO;
      continue;
    }
    if (id !== 0) ids[length++] = id;
    if (code === SEMICOLON) ids[length++] = 0;
    id = 0;
  }
  if (id !== 0) ids[length++] = id;
  // The last tool is ended, too.
  return ids.slice(0, length + 1);
}

function different(ids: Int32Array): number[] {
  let most = 0;
  for (const id of ids) if (id > most) most = id;
  const seen = new Uint8Array(most + 1);
  for (const id of ids) seen[id] = 1;
  return [...seen.keys()].filter((id) => id !== 0 && seen[id] === 1);
}

/** How many tools fit all choices, and how many have each value, by its id; counts of an attribute leave out what is chosen of it. */
export function countListed(
  { ids, values }: ListedValues,
  chosen: readonly AttributeFilter[],
): { total: number; counts: Int32Array } {
  const most = values.reduce((highest, { id }) => Math.max(highest, id), 0);
  const counts = new Int32Array(most + 1);
  const [choiceOf, fits] = [new Uint8Array(most + 1), new Uint8Array(most + 1)];
  for (const { id, attribute } of values) choiceOf[id] = chosen.findIndex(({ key }) => key === attribute) + 1;
  for (const { ids: wanted } of chosen) for (const id of wanted) if (id <= most) fits[id] = 1;
  const all = (chosen.length * (chosen.length + 1)) / 2;
  let total = 0;
  for (let at = 0; at < ids.length; at++) {
    // The choices that the tool fits not: how many, and the sum of their numbers, which is the number of an only one.
    let [others, missing] = [chosen.length, all];
    const start = at;
    for (let id = ids[at]!; id !== 0; id = ids[++at]!) {
      if (fits[id] === 0) continue;
      others--;
      missing -= choiceOf[id]!;
    }
    if (others > 1) continue;
    if (others === 0) total++;
    for (let own = start; own < at; own++) {
      const id = ids[own]!;
      if (others === 0 || choiceOf[id] === missing) counts[id]!++;
    }
  }
  return { total, counts };
}
