import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import { and, between, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { ATTR, type AskedAttributes } from '#contract/catalogue/facets.ts';
import { inBase, measureOf, readWritten } from '#contract/catalogue/units.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { attributes, attributeValues } from '#server/catalogue/attributes/attributes.sql.ts';
import { forSale } from '#server/catalogue/tools/tools.ts';

/** What is asked of one attribute: any of the values of these ids. */
export interface AttributeFilter {
  key: string;
  ids: number[];
}

/** Sizes that differ by less are the same one, said in different units. */
const SAME = 1e-9;

/**
 * What a query asks of attributes.
 * @throws AppError VALIDATION_ERROR at `attr.KEY` for an attribute that there is not, or a value that no tool can have or has
 */
export async function readAsked(db: Db, asked: AskedAttributes | undefined): Promise<AttributeFilter[]> {
  const keys = Object.keys(asked ?? {});
  if (asked === undefined || keys.length === 0) return [];
  const rows = await db.select().from(attributes).where(inArray(attributes.key, keys));
  const known = new Map(rows.map((row) => [row.key, row]));
  const filters: AttributeFilter[] = [];
  for (const key of keys.toSorted()) filters.push(await readOne(db, key, known.get(key), asked[key] ?? ''));
  return filters;
}

async function readOne(db: Db, key: string, attribute: Attribute | undefined, text: string): Promise<AttributeFilter> {
  if (!attribute) throw noSuch(key, sentence('There is no such attribute'));
  const parts = text.split(',').map((part) => part.trim());
  if (attribute.kind === 'number') {
    const bounds = parts.map((part) => boundsOf(attribute, part) ?? refuse(key, attribute, part));
    const within = or(...bounds.map(({ from, to }) => between(attributeValues.number, from, to)));
    return { key, ids: (await valuesOf(db, key, within)).map(({ id }) => id) };
  }
  if (attribute.kind === 'flag') {
    const wrong = parts.find((part) => part !== 'true' && part !== 'false');
    if (wrong !== undefined) refuse(key, attribute, wrong);
  }
  const had = await valuesOf(db, key, and(inArray(attributeValues.value, parts), isHad));
  const unsaid = parts.find((part) => !had.some(({ value }) => value === part));
  if (attribute.kind === 'choice' && unsaid !== undefined) refuse(key, attribute, unsaid);
  return { key, ids: had.map(({ id }) => id) };
}

/** By a tool that the public sees: what one has that is off sale, nobody shall be told. */
const isHad = sql`exists (
  select from tools where ${forSale}
    and string_to_array(value_ids, ',') && array[${attributeValues.id}::text])`;

function refuse(key: string, { name }: Attribute, part: string): never {
  throw noSuch(
    key,
    part === ''
      ? sentence('{name} cannot be empty', { name })
      : sentence('{name} cannot be {value}', { name, value: part.slice(0, 80) }),
  );
}

function noSuch(key: string, message: Sentence): AppError {
  return new AppError('VALIDATION_ERROR', ended(message), {
    issues: [{ path: `${ATTR}${key.slice(0, 40)}`, message }],
  });
}

function valuesOf(db: Db, key: string, such: SQL | undefined): Promise<{ id: number; value: string }[]> {
  const { id, attribute, value } = attributeValues;
  return db
    .select({ id, value })
    .from(attributeValues)
    .where(and(eq(attribute, key), such));
}

/** A number or `from..to`, either end of which may be open; null where it is neither. */
function boundsOf(attribute: Attribute, text: string): { from: number; to: number } | null {
  const [from = '', to, more] = text.split('..');
  if (more !== undefined || (to !== undefined && from === '' && to === '')) return null;
  const least = from === '' && to !== undefined ? -Number.MAX_VALUE : baseOf(attribute, from);
  const most = to === undefined ? least : to === '' ? Number.MAX_VALUE : baseOf(attribute, to);
  if (least === null || most === null || least > most) return null;
  return { from: least - Math.abs(least) * SAME, to: most + Math.abs(most) * SAME };
}

function baseOf({ unit }: Attribute, text: string): number | null {
  const written = readWritten(text);
  if (!written) return null;
  const used = written.unit ?? unit;
  return measureOf(used).measure === measureOf(unit).measure ? inBase(written.number, used) : null;
}
