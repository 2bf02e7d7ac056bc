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

/** The tools of a list, in no order, and what they are. */
export interface ListedValues {
  /** Of each tool its place in the shop's order, by which it is known. */
  positions: Float64Array;
  /** Of one tool after the other, as in `positions`, the ids of its values, each tool ended by a 0. */
  ids: Int32Array;
  /** Each value that one of them has, in the order in which it is shown. */
  values: ListedValue[];
}

/** Of so many bytes' worth is each list at least, so that many that are empty take no room unseen. */
const LEAST_SIZE = 1_000;
/** What a value takes beside its number in a tool, in bytes. */
const VALUE_SIZE = 100;

/** How many bytes are kept of a list. */
export function sizeOfListed({ positions, ids, values }: ListedValues): number {
  return LEAST_SIZE + positions.byteLength + ids.byteLength + values.length * VALUE_SIZE;
}

/** What the tools are that fit, whatever is chosen of attributes. What changed since it was read is read alone. */
export function valuesListed(
  { db }: Reader,
  kept: Kept<ListedValues>,
  filters: Omit<ToolFilters, 'attributes'>,
): Promise<ListedValues> {
  const fits = fitting(filters);
  return kept.get(JSON.stringify(filters), filters.inStock === true, {
    read: () => readListed(db, fits),
    mend: (listed, toolIds) => mendListed(db, listed, fits, toolIds),
  });
}

/** Of so many places at most a statement reads the tools: of a million at once, a busy server gave up the statement for its time. */
const PORTION = 200_000;

/** What the tools are that are listed: 100,000 tools of twelve attributes are five megabytes on the way. */
export async function readListed(db: Db, listed: SQL | undefined, portion = PORTION): Promise<ListedValues> {
  const { rows: ends } = await db.execute<{ first: number | null; last: number | null }>(sql`
    select min(position)::float8 as first, max(position)::float8 as last from ${tools} where removed_at is null`);
  const [first, last] = [ends[0]?.first ?? 0, ends[0]?.last ?? -1];
  let [positions, ids] = [new Float64Array(), new Int32Array()];
  for (let from = first; from <= last; from += portion) {
    const isAll = last - first < portion;
    const here = isAll ? sql`true` : sql`position >= ${from}::bigint and position < ${from + portion}::bigint`;
    const { rows } = await db.execute<{ positions: string | null; ids: string | null }>(
      sql`select string_agg(position::text, ',') as positions, string_agg(value_ids, ';') as ids from ${tools}
       where ${listed} and ${here}`,
    );
    positions = joined(Float64Array, positions, parsePositions(rows[0]?.positions ?? null));
    ids = joined(Int32Array, ids, parseIds(rows[0]?.ids ?? null));
  }
  return { positions, ids, values: await valuesOf(db, ids, []) };
}

/** The positions of the tools for which something holds. */
export async function positionsOf(db: Db, such: SQL | undefined): Promise<Float64Array> {
  const { rows } = await db.execute<{ positions: string | null }>(
    sql`select string_agg(position::text, ',') as positions from ${tools} where ${such}`,
  );
  return parsePositions(rows[0]?.positions ?? null);
}

/** The list after some tools changed: without them, and with those that fit now. */
async function mendListed(
  db: Db,
  listed: ListedValues,
  fits: SQL | undefined,
  toolIds: readonly string[],
): Promise<ListedValues> {
  const { rows: changed } = await db.execute<{ position: number; ids: string; fits: boolean }>(sql`
    select position::float8 as position, value_ids as ids, (${fits ?? sql`true`}) is true as fits
    from ${tools} where id = any(${sql.param(toolIds)}::text[])`);
  const gone = new Set(changed.map(({ position }) => position));
  const came = changed.filter((tool) => tool.fits);
  const stayed = only(listed, (position) => !gone.has(position));
  const ids = joined(Int32Array, stayed.ids, came.length === 0 ? [] : parseIds(came.map((tool) => tool.ids).join(';')));
  return {
    positions: joined(
      Float64Array,
      stayed.positions,
      came.map(({ position }) => position),
    ),
    ids,
    values: await valuesOf(db, ids, listed.values),
  };
}

/** Those tools of a list whose position is one of some. */
export function among(listed: ListedValues, positions: Float64Array): ListedValues {
  const wanted = flagsOf(positions);
  const some = only(listed, (position) => wanted[position] === 1);
  const there = flagsOf(some.ids);
  return { ...some, values: listed.values.filter(({ id }) => there[id] === 1) };
}

function only(
  { positions, ids }: ListedValues,
  isWanted: (position: number) => boolean,
): Pick<ListedValues, 'positions' | 'ids'> {
  const wanted = { positions: new Float64Array(positions.length), ids: new Int32Array(ids.length) };
  let [count, length, at] = [0, 0, 0];
  for (const position of positions) {
    const isIn = isWanted(position);
    if (isIn) wanted.positions[count++] = position;
    for (; ids[at] !== 0; at++) if (isIn) wanted.ids[length++] = ids[at]!;
    at++;
    // What is not written is the 0 that ends it.
    if (isIn) length++;
  }
  return { positions: wanted.positions.slice(0, count), ids: wanted.ids.slice(0, length) };
}

function joined<Numbers extends Float64Array | Int32Array>(
  Made: new (length: number) => Numbers,
  one: Numbers,
  other: ArrayLike<number>,
): Numbers {
  const both = new Made(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The values that tools have, those known before without asking: values are never changed, and read after the tools, so each is there. */
async function valuesOf(db: Db, ids: Int32Array, known: ListedValue[]): Promise<ListedValue[]> {
  const there = flagsOf(ids);
  const still = known.filter(({ id }) => there[id] === 1);
  for (const { id } of still) there[id] = 0;
  const unknown = [...there.keys()].filter((id) => id !== 0 && there[id] === 1);
  if (unknown.length === 0) return still;
  const read = await db
    .select()
    .from(attributeValues)
    .where(sql`${attributeValues.id} = any(${`{${unknown.join()}}`}::integer[])`);
  return [...still, ...read].toSorted(byValue);
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Which of two values of an attribute is shown first: numbers and threads by their size, 1/4-20 before M8 before 3/8-16, then other texts. */
export function byValue(
  one: Pick<ListedValue, 'number' | 'value'>,
  other: Pick<ListedValue, 'number' | 'value'>,
): number {
  const [size, otherSize] = [one.number ?? threadSize(one.value), other.number ?? threadSize(other.value)];
  return (
    Number(size === null) - Number(otherSize === null) ||
    (size ?? 0) - (otherSize ?? 0) ||
    inOrder.compare(one.value, other.value) ||
    // M8 and M08 are two values.
    Number(one.value > other.value) - Number(one.value < other.value)
  );
}

const METRIC = /^M(\d{1,3}(?:\.\d{1,3})?)(?![\d.])/;
const INCH = /^(?:(\d{1,2})[ -])?(\d{1,2})\/(\d{1,2})(?!\d)/;

/** How many mm across a thread such as M8 × 1 or 3/8-16 UNC is; null for other texts. */
function threadSize(text: string): number | null {
  const [, metric] = METRIC.exec(text) ?? [];
  if (metric !== undefined) return Number(metric);
  const [, whole = '0', over, under] = INCH.exec(text) ?? [];
  return over === undefined || Number(under) === 0
    ? null
    : (Number(whole) + Number(over) / Number(under)) * MM_PER_INCH;
}
const MM_PER_INCH = 25.4;

const ZERO = '0'.charCodeAt(0);
const SEMICOLON = ';'.charCodeAt(0);

/** `12,7;;9`: a tool with the values 12 and 7, one without any, and one with 9. Null: no tools. */
function parseIds(all: string | null): Int32Array {
  return all === null ? new Int32Array() : numbersIn(Int32Array, `${all};`);
}

/** `3,17,4`; null: none. */
function parsePositions(all: string | null): Float64Array {
  return all === null ? new Float64Array() : numbersIn(Float64Array, `${all},`);
}

/** Numbers from 1 on, each ended by a sign; a semicolon is told as a 0. */
function numbersIn<Numbers extends Float64Array | Int32Array>(
  Made: new (from: number | ArrayLike<number>) => Numbers,
  text: string,
): Numbers {
  const numbers = new Made(text.length);
  let [length, number] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code < SEMICOLON) {
      number = number * 10 + code - ZERO;
      continue;
    }
    if (number !== 0) numbers[length++] = number;
    if (code === SEMICOLON) numbers[length++] = 0;
    number = 0;
  }
  return new Made(numbers.subarray(0, length));
}

/** At each of the numbers a 1. */
function flagsOf(numbers: Int32Array | Float64Array | readonly number[]): Uint8Array {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  const there = new Uint8Array(most + 1);
  for (const number of numbers) there[number] = 1;
  return there;
}

/** At the ids of all values that fit one of the choices a 1. */
export function chosenFlags(chosen: readonly AttributeFilter[]): Uint8Array {
  return flagsOf(chosen.flatMap(({ ids }) => ids));
}

/** How many tools fit all choices, and how many have each value, by its id; counts of an attribute leave out what is chosen of it. */
export function countListed(
  { ids, values }: ListedValues,
  chosen: readonly AttributeFilter[],
): { total: number; counts: Int32Array } {
  const most = values.reduce((highest, { id }) => Math.max(highest, id), 0);
  const counts = new Int32Array(most + 1);
  const choiceOf = new Uint8Array(most + 1);
  const fits = chosenFlags(chosen);
  for (const { id, attribute } of values) choiceOf[id] = chosen.findIndex(({ key }) => key === attribute) + 1;
  const all = (chosen.length * (chosen.length + 1)) / 2;
  let total = 0;
  for (let at = 0; at < ids.length; at++) {
    // The choices that the tool fits not: how many, and the sum of their numbers, which is the number of an only one.
    let [others, missing] = [chosen.length, all];
    const start = at;
    for (let id = ids[at]!; id !== 0; id = ids[++at]!) {
      if (fits[id] !== 1) continue;
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
