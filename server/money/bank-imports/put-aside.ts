import { sentence } from '#contract/sentences.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BankLine, BankLineStand } from '#contract/money/bank-imports.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { importNotFound } from '#server/catalogue/imports/imports.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { presentLine } from './bank-imports.ts';
import { bankImports, bankLines, type FoundOfLine } from './bank-imports.sql.ts';
import { knownAmong, seenLike } from './known-movements.ts';

/**
 * Puts a line of a bank's file aside, so that it is recorded from no file, or takes it back in.
 * @throws AppError IMPORT_NOT_FOUND, LINE_BOOKED where it was recorded
 */
export async function putAside(
  tx: Tx,
  actor: Caller,
  { importId, row, ours, note }: BankLineStand & { importId: string; row: number },
): Promise<BankLine> {
  const which = and(eq(bankLines.importId, importId), eq(bankLines.row, row));
  const [line] = await tx.select().from(bankLines).where(which).for('update');
  if (!line) throw importNotFound();
  if (line.recordedAt !== null || line.found.outcome === 'known')
    throw new AppError('LINE_BOOKED', sentence('This payment has already been recorded.'));
  const earlier = line.asideAt === null && line.found.outcome === 'aside';
  if (ours && earlier) await takeBackIn(tx, importId, row);
  const found: FoundOfLine = earlier
    ? { ...line.found, outcome: 'unmatched', why: 'Somebody brought it back', note: '' }
    : line.found;
  const [changed] = await tx
    .update(bankLines)
    .set(
      ours
        ? { asideAt: null, note: '', found }
        : // What an earlier file has aside stays aside there.
          { asideAt: earlier ? null : sql`now()`, note, found: earlier ? { ...line.found, note } : line.found },
    )
    .where(which)
    .returning();
  await record(tx, actor, 'bank-import.line', importId, { row: String(row), ours, note });
  return presentLine(changed!, (await settingsNow(tx)).books.closedUntil);
}

/** Takes the line of the earlier file back in that this one is known by. */
async function takeBackIn(tx: Tx, importId: string, row: number): Promise<void> {
  const all = await tx.select().from(bankLines).where(eq(bankLines.importId, importId)).orderBy(bankLines.row);
  const [file] = await tx.select().from(bankImports).where(eq(bankImports.id, importId));
  const movements = all.map((line) => ({ ...line, date: line.receivedOn, headings: file?.headings ?? '' }));
  const place = all.findIndex((line) => line.row === row);
  const known = await knownAmong(movements, await seenLike(tx, movements.slice(place, place + 1), importId));
  const seen = known.get(place)?.seen;
  if (!seen?.isAside) return;
  await tx
    .update(bankLines)
    .set({ asideAt: null, note: '' })
    .where(and(eq(bankLines.importId, seen.importId), inArray(bankLines.row, [seen.row])));
}
