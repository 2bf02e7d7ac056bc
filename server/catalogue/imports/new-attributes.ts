import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { NewAttribute, TakenColumns } from '#contract/catalogue/imports.ts';
import { isUnit, measureOf } from '#contract/catalogue/units.ts';
import { attributes } from '#server/catalogue/attributes/attributes.sql.ts';
import { listAttributes, meansTheSame } from '#server/catalogue/attributes/attributes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import type { SheetReader } from '#sheets/sheet-rows.ts';
import { readYesNo } from './cell-values.ts';
import { plainHeading, type TaughtHeadings } from './columns.ts';
import { headingPlace } from './heading-row.ts';
import { StaleRows } from './stale-rows.ts';

/** So many rows say of which kind an attribute is. */
const ROWS_ASKED = 5_000;
const MAX_NAME = 80;
/** The most attributes of a shop. */
const MAX_ATTRIBUTES = 200;

/** Headings whose values are names even where all of them are numbers: DIN 912 is no 912 of anything. */
const NAMES =
  /^(?:din|iso|en|norm|standard|werkstoff|material|gewinde|thread|güte|festigkeit|klasse|farbe|colou?r|form|typ|type|serie|modell?)/iu;

/** What is said of a heading that is to be a new attribute. */
interface ToldAttribute {
  key: string;
  kind: Attribute['kind'] | undefined;
}

/** Headings that are said to be attributes which the shop has not, by their plain words. */
export function saidAnew(columns: TakenColumns, there: readonly Attribute[]): Map<string, ToldAttribute> {
  const anew = new Map<string, ToldAttribute>();
  for (const [heading, column] of Object.entries(columns)) {
    const [, key, kind] = /^attr\.([^:]+)(?::(.+))?$/.exec(column) ?? [];
    // The contract knows no other kinds.
    if (key !== undefined && !there.some((each) => each.key === key))
      anew.set(plainHeading(heading), { key, kind: kind as ToldAttribute['kind'] });
  }
  if (there.length + anew.size > MAX_ATTRIBUTES)
    throw invalid('columns', sentence('A shop can have at most {most, number} attributes', { most: MAX_ATTRIBUTES }));
  return anew;
}

/** Reads a sheet for the attributes that it makes: what they are called, and of which kind their values are. */
export async function newAttributes(
  sheet: Pick<SheetReader, 'parts'>,
  anew: ReadonlyMap<string, ToldAttribute>,
  taught: TaughtHeadings,
  there: readonly Attribute[],
): Promise<NewAttribute[]> {
  const values = new Map<number, string[]>();
  let made: { place: number; heading: string; said: ToldAttribute }[] | undefined;
  let seen = 0;
  for await (const part of sheet.parts) {
    let rows = part;
    if (made === undefined) {
      const at = headingPlace(part, taught, there);
      made = (part[at]?.cells ?? []).flatMap((cell, place) => {
        const said = typeof cell === 'string' ? anew.get(plainHeading(cell.trim())) : undefined;
        return said ? [{ place, heading: String(cell).trim(), said }] : [];
      });
      for (const { place } of made) values.set(place, []);
      rows = part.slice(at + 1);
    }
    for (const { cells } of rows)
      for (const [place, list] of values) {
        const cell = cells[place];
        if (cell === null || cell === undefined || typeof cell === 'object') continue;
        const text = String(cell).trim();
        if (text !== '') list.push(text);
      }
    seen += rows.length;
    if (seen >= ROWS_ASKED) break;
  }
  const names = new Set(there.map(({ name }) => name.toLowerCase()));
  return (made ?? []).map(({ place, heading, said: { key, kind: wanted } }) => {
    const [, bare = heading, written] = /^(.*\S)\s*[([]\s*([^)\]]{1,16}?)\s*[)\]]$/.exec(heading) ?? [];
    const guessed = guess(bare, values.get(place) ?? [], written !== undefined && isUnit(written) ? written : null);
    const { kind, unit } = wanted === undefined || wanted === guessed.kind ? guessed : { kind: wanted, unit: null };
    const plain = (kind === 'number' ? bare : heading).slice(0, MAX_NAME).trim();
    const name = names.has(plain.toLowerCase()) ? `${plain.slice(0, MAX_NAME - 43)} (${key})` : plain;
    names.add(name.toLowerCase());
    return { heading, key, name, kind, unit };
  });
}

/** Of which kind values are: numbers in one unit, yes or no, or words. */
function guess(name: string, values: readonly string[], unit: string | null): Pick<Attribute, 'kind' | 'unit'> {
  const words = { kind: 'choice', unit: null } as const;
  if (values.length === 0 || (NAMES.test(name) && unit === null)) return words;
  if (values.every((value) => !/^[01]$/.test(value) && 'value' in readYesNo(value)))
    return { kind: 'flag', unit: null };
  const units = new Set<string>();
  for (const value of values) {
    const [, digits, beside = ''] = /^[+-]?(\d[\d.,]*)\s*(\D{0,16})$/.exec(value) ?? [];
    // Zeros before a number are part of a name.
    if (digits === undefined || /^0\d/.test(digits) || (beside !== '' && !isUnit(beside))) return words;
    if (beside !== '') units.add(beside);
  }
  const own = unit ?? [...units][0] ?? null;
  const areAlike = [...units].every((each) => measureOf(each).measure === measureOf(own).measure);
  return areAlike ? { kind: 'number', unit: own } : words;
}

/** Makes the attributes of an import; one that somebody made meanwhile is taken where it means the same. @throws StaleRows */
export async function makeAttributes(tx: Tx, made: readonly NewAttribute[]): Promise<void> {
  if (made.length === 0) return;
  await tx.execute(sql`lock table ${attributes} in exclusive mode`);
  const there = await listAttributes(tx);
  for (const [at, { heading, key, name, kind, unit }] of made.entries()) {
    const attribute = { key, name, kind, unit, isFacet: true };
    const same = there.find((each) => each.key === key);
    const isOther = same ? !meansTheSame(same, attribute) : there.some((each) => each.name === name);
    if (isOther)
      throw new StaleRows([{ row: 1, column: heading, message: 'Somebody made another attribute of this name' }]);
    if (!same) await tx.insert(attributes).values({ ...attribute, position: there.length + at });
  }
}
