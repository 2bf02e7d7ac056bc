import { type Sentence, sentence } from '#contract/sentences.ts';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { fullGtin, isGtin, WRONG_GTIN } from '#contract/catalogue/gtin.ts';
import type { Pack } from '#contract/catalogue/packs.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { tools } from './tools.sql.ts';

/** What of a tool has a number under a bar code of its own. */
interface Numbered {
  gtin?: string | null | undefined;
  packs?: readonly Pack[] | undefined;
}

/** Which tools have one of some numbers, they or their packs, whatever zeros stand before them, in SQL. @param gtins such as `$1::text[]` */
export function hasOneOf(gtins: string): string {
  return `gtins_of(gtin, packs) && ${gtins} and removed_at is null and (gtin is not null or packs <> '[]')`;
}

/** The same as a condition. @param gtins as fullGtin makes them */
export function hasGtin(gtins: readonly string[]): SQL | undefined {
  const numbers = sql`gtins_of(${tools.gtin}, ${tools.packs}) && ${sql.param([...gtins])}::text[]`;
  return and(isNull(tools.removedAt), sql`(${tools.gtin} is not null or ${tools.packs} <> '[]')`, numbers);
}

/** Which tools have which of some numbers, they or their packs. @param gtins as they are written */
export async function toolsByGtin(db: Db, gtins: readonly string[]): Promise<Map<string, string[]>> {
  if (gtins.length === 0) return new Map();
  const rows = await db
    .select({ id: tools.id, gtin: tools.gtin, packs: tools.packs })
    .from(tools)
    .where(hasGtin([...new Set(gtins.map(fullGtin))]));
  const found = new Map<string, string[]>();
  for (const row of rows) for (const { full } of numbersOf(row)) found.set(full, [...(found.get(full) ?? []), row.id]);
  return found;
}

/** Until the transaction ends, whoever else gives a tool one of these numbers waits. @param gtins as they are written */
export async function lockGtins(tx: Tx, gtins: readonly string[]): Promise<void> {
  const names = [...new Set(gtins.map((gtin) => `gtin ${fullGtin(gtin)}`))].toSorted();
  if (names.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.param(names)}::text[]) with ordinality as wanted (name, place) order by place`);
}

/** The numbers of a tool and of its packs, each with the field that it is of. */
export function numbersOf({ gtin, packs = [] }: Numbered): { path: string; gtin: string; full: string }[] {
  const said = [
    { path: 'gtin', gtin },
    ...packs.map((pack, index) => ({ path: `packs.${index}.gtin`, gtin: pack.gtin })),
  ];
  return said.flatMap(({ path, gtin: number }) =>
    number === undefined || number === null || number === '' ? [] : [{ path, gtin: number, full: fullGtin(number) }],
  );
}

/**
 * Refuses a new number of a tool or a pack that is none, or another's; of two that come at once the second. What a tool has already stays,
 * right or wrong.
 * @param edit what is left out stays
 * @param before what it has
 * @throws AppError VALIDATION_ERROR, GTIN_TAKEN, at gtin or packs.N.gtin
 */
export async function requireGtins(
  tx: Tx,
  edit: Numbered,
  before: { id: string | null; gtin: string | null; packs: readonly Pack[] },
): Promise<void> {
  const had = new Set(numbersOf(before).map(({ full }) => full));
  const numbers = numbersOf({ gtin: edit.gtin ?? before.gtin, packs: edit.packs ?? before.packs });
  const added = numbers.filter(({ full }) => !had.has(full));
  const wrong = added.find(({ gtin }) => !isGtin(gtin));
  if (wrong) throw invalid(wrong.path, { text: WRONG_GTIN });
  const twin = numbers.find(({ full }, index) => numbers.findIndex((each) => each.full === full) < index);
  if (twin && (edit.packs !== undefined || added.length > 0))
    throw taken(twin.path, sentence('Another pack has this GTIN.'));
  if (added.length === 0) return;
  const gtins = added.map(({ gtin }) => gtin);
  await lockGtins(tx, gtins);
  const owners = await toolsByGtin(tx, gtins);
  const theirs = added.find(({ full }) => owners.get(full)?.some((other) => other !== before.id));
  if (theirs) throw taken(theirs.path, sentence('Another tool has this GTIN.'));
}

function taken(path: string, message: Sentence): AppError {
  return new AppError('GTIN_TAKEN', message, { issues: [{ path, message }] });
}
