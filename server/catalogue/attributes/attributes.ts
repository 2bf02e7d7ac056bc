import { saySentence } from '#server/engine/words/say.ts';
import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Attribute, AttributeName, ToolAttribute } from '#contract/catalogue/attributes.ts';
import { inBase, measureOf, readWritten } from '#contract/catalogue/units.ts';
import type { Language } from '#contract/languages.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
import { type AttributeRow, attributes } from './attributes.sql.ts';

const shown = {
  key: attributes.key,
  name: attributes.name,
  kind: attributes.kind,
  unit: attributes.unit,
  isFacet: attributes.isFacet,
  translations: attributes.translations,
};

/** All attributes, in the order of the shop. */
export function listAttributes(db: Db): Promise<Attribute[]> {
  return db.select(shown).from(attributes).orderBy(asc(attributes.position));
}

/** What they are called, in the same order. @param language as far as they were translated; left out: in the shop's own */
export function listAttributeNames(db: Db, language?: Language): Promise<AttributeName[]> {
  const translated = sql`${attributes.translations} -> ${language ?? null} ->> 'name'`;
  return db
    .select({ key: attributes.key, name: sql<string>`coalesce(${translated}, ${attributes.name})` })
    .from(attributes)
    .orderBy(asc(attributes.position));
}

/**
 * Makes the shop's attributes those of the list, in its order.
 * @throws AppError ATTRIBUTE_IN_USE where tools have one that is left out, or whose values would mean something else
 */
export async function changeAttributes(tx: Tx, list: readonly Attribute[]): Promise<void> {
  // Who reads them for a tool that is being written holds a row share lock of the table: only this mode waits for it.
  await tx.execute(sql`lock table ${attributes} in exclusive mode`);
  const before = await listAttributes(tx);
  const lost = before.filter((was) => !list.some((now) => now.key === was.key && meansTheSame(was, now)));
  const lostKeys = lost.map(({ key }) => key);
  const used = await usedOf(tx, lostKeys);
  if (used.length > 0) {
    const names = lost.filter(({ key }) => used.includes(key)).map(({ name }) => name);
    throw new AppError(
      'ATTRIBUTE_IN_USE',
      sentence('Tools still use {names}. Remove it from them first.', { names: names.join(', ') }),
      {
        facts: { keys: used },
      },
    );
  }
  const gone = before.filter((was) => !list.some(({ key }) => key === was.key)).map(({ key }) => key);
  if (gone.length > 0) await tx.delete(attributes).where(inArray(attributes.key, gone));
  // Names may be swapped: none stands in another's way.
  await tx.update(attributes).set({ name: sql`${attributes.key} || ' ' || gen_random_uuid()` });
  for (const [position, { key, name, kind, unit, isFacet, translations }] of list.entries()) {
    const row = { key, position, name: name.trim(), kind, unit, isFacet, translations };
    await tx.insert(attributes).values(row).onConflictDoUpdate({ target: attributes.key, set: row });
  }
}

/** Whether what tools are said to be by one would mean the same by the other. */
export function meansTheSame(was: Attribute, now: Attribute): boolean {
  return was.kind === now.kind && measureOf(was.unit).measure === measureOf(now.unit).measure;
}

async function usedOf(tx: Tx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.execute<{ attribute: string }>(sql`
    select distinct said ->> 'key' as attribute from tools, jsonb_array_elements(attributes) as said
    where removed_at is null and said ->> 'key' in ${keys}`);
  return rows.map(({ attribute }) => attribute);
}

/**
 * What a tool is said to be, as it is kept; nobody changes the attributes before the end of the transaction.
 * @throws AppError VALIDATION_ERROR at `attributes.N…` for an attribute that there is not, a value that is not of its kind,
 *   a unit that is not of its measure
 */
export async function readAttributes(tx: Tx, said: readonly ToolAttribute[]): Promise<AttributeRow[]> {
  const byKey = await attributesCalled(
    tx,
    said.map(({ key }) => key),
  );
  const rows = said.map((each) => attributeRow(byKey.get(each.key), each));
  const issues = rows.flatMap((row, index): Complaint[] =>
    'problem' in row ? [{ path: `attributes.${index}.${row.at}`, message: row.problem }] : [],
  );
  const [first] = issues;
  if (first) throw new AppError('VALIDATION_ERROR', ended(first.message), { issues });
  return rows.filter((row): row is AttributeRow => !('problem' in row));
}

/** Those of the shop by their keys; nobody changes them before the end of the transaction. */
async function attributesCalled(db: Db, keys: readonly string[]): Promise<Map<string, Attribute>> {
  if (keys.length === 0) return new Map();
  const known = await db.select(shown).from(attributes).where(inArray(attributes.key, keys)).for('share');
  return new Map(known.map((attribute) => [attribute.key, attribute]));
}

/**
 * What is wrong, since the shop's attributes changed, with what tools were said to be, and at which key; nobody changes them
 * before the end of the transaction.
 */
export async function outdatedAttributes(
  db: Db,
  lists: readonly (readonly ToolAttribute[])[],
): Promise<(said: readonly ToolAttribute[]) => { key: string; message: string }[]> {
  const byKey = await attributesCalled(db, [...new Set(lists.flat().map(({ key }) => key))]);
  return (said) =>
    said.flatMap((each) => {
      const row = attributeRow(byKey.get(each.key), each);
      return 'problem' in row ? [{ key: each.key, message: saySentence(row.problem, 'en') }] : [];
    });
}

/** What is wrong with it, and where. */
interface Wrong {
  problem: Sentence;
  at: keyof ToolAttribute;
}

/** What a tool is said to be by an attribute, as it is kept. */
export function attributeRow(
  attribute: Attribute | undefined,
  { key, value, unit }: ToolAttribute,
): AttributeRow | Wrong {
  if (!attribute) return { at: 'key', problem: sentence('There is no such attribute') };
  if (attribute.kind === 'number') return numberRow(attribute, { key, value, unit });
  if (unit !== undefined && unit !== '')
    return { at: 'unit', problem: sentence('{name} has no unit', { name: attribute.name }) };
  if (attribute.kind === 'flag')
    return value === true || value === false || value === 'true' || value === 'false'
      ? { key, value }
      : { at: 'value', problem: sentence('{name} must be true or false', { name: attribute.name }) };
  if (typeof value !== 'string' || value.includes(','))
    return { at: 'value', problem: sentence('{name} must be a text without a comma', { name: attribute.name }) };
  return { key, value: value.trim() };
}

function numberRow({ name, unit: own }: Attribute, { key, value, unit }: ToolAttribute): AttributeRow | Wrong {
  // A number that is written with an exponent is too large or too small; as a text, its e would be a unit.
  const isPlain = typeof value === 'string' || (typeof value === 'number' && !String(value).includes('e'));
  const written = isPlain ? readWritten(String(value)) : null;
  if (!written) return { at: 'value', problem: sentence('{name} must be a number such as 13, 12.7 or 1/2', { name }) };
  const beside = unit === undefined || unit.trim() === '' ? null : unit.trim();
  if (beside !== null && written.unit !== null && written.unit !== beside)
    return { at: 'unit', problem: sentence('{name} has two different units', { name }) };
  const used = beside ?? written.unit ?? own;
  if (measureOf(used).measure !== measureOf(own).measure)
    return {
      at: 'unit',
      problem:
        own === null
          ? sentence('{name} has no unit', { name })
          : sentence('{name} must be in {unit} or a similar unit', { name, unit: own }),
    };
  const base = inBase(written.number, used);
  return {
    key,
    value: typeof value === 'string' ? value.trim() : value,
    ...(used === null ? {} : { unit: used }),
    base,
  };
}
