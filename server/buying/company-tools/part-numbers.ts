import { sentence } from '#contract/sentences.ts';
import { and, asc, eq, ilike, inArray, isNotNull, isNull, like, ne, or } from 'drizzle-orm';
import type { PartNumber } from '#contract/buying/company-tools.ts';
import { plainCode } from '#server/buying/order-lines/plain.ts';
import { companyPartNumbers } from '#server/buying/companies/companies.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';

/** So many are listed at once; a search finds the others. */
const MOST_LISTED = 1_000;

/** A company's own part numbers of tools that there still are, by number. @param q part of one, however it is written, or of a tool's name or stock number */
export async function listPartNumbers(db: Db, companyId: string, q = ''): Promise<PartNumber[]> {
  const pattern = q.trim() === '' ? null : containing(q.trim());
  const asNumber = plainCode(q);
  const { number, plain } = companyPartNumbers;
  return db
    .select({ toolId: tools.id, tool: tools.name, sku: tools.sku, number })
    .from(companyPartNumbers)
    .innerJoin(tools, eq(tools.id, companyPartNumbers.toolId))
    .where(
      and(
        eq(companyPartNumbers.companyId, companyId),
        isNull(tools.removedAt),
        pattern
          ? or(
              asNumber === '' ? undefined : like(plain, containing(asNumber)),
              ilike(number, pattern),
              ilike(tools.name, pattern),
              ilike(tools.sku, pattern),
            )
          : undefined,
      ),
    )
    .orderBy(asc(companyPartNumbers.plain))
    .limit(MOST_LISTED);
}

/**
 * Says what a company calls a tool, whatever it called it before; two tools are never given one number at once where the company
 * is locked.
 * @throws AppError TOOL_NOT_FOUND, PART_NUMBER_TAKEN where it is another tool's; 400 where nothing of it counts
 */
export async function setPartNumber(tx: Tx, companyId: string, toolId: string, number: string): Promise<PartNumber> {
  const plain = plainCode(number);
  if (plain === '') throw invalid('number', sentence('Enter letters or digits'));
  const [tool] = await tx
    .select({ toolId: tools.id, tool: tools.name, sku: tools.sku })
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!tool) throw new AppError('TOOL_NOT_FOUND', sentence('There is no such tool, or it is no longer sold.'));
  const others = and(
    eq(companyPartNumbers.companyId, companyId),
    eq(companyPartNumbers.plain, plain),
    ne(companyPartNumbers.toolId, toolId),
  );
  // A tool that was removed leaves its number to the one that comes after it.
  const removed = tx.select({ id: tools.id }).from(tools).where(isNotNull(tools.removedAt));
  await tx.delete(companyPartNumbers).where(and(others, inArray(companyPartNumbers.toolId, removed)));
  if ((await tx.$count(companyPartNumbers, others)) > 0)
    throw new AppError('PART_NUMBER_TAKEN', sentence('Another tool has this number.'), {
      issues: [{ path: 'number', message: sentence('Another tool has this number') }],
    });
  const values = { number: number.trim(), plain };
  await tx
    .insert(companyPartNumbers)
    .values({ companyId, toolId, ...values })
    .onConflictDoUpdate({ target: [companyPartNumbers.companyId, companyPartNumbers.toolId], set: values });
  return { ...tool, number: values.number };
}

/** Forgets what a company calls a tool. @returns how many numbers there were */
export async function removePartNumber(tx: Tx, companyId: string, toolId: string): Promise<number> {
  const gone = await tx
    .delete(companyPartNumbers)
    .where(and(eq(companyPartNumbers.companyId, companyId), eq(companyPartNumbers.toolId, toolId)))
    .returning({ toolId: companyPartNumbers.toolId });
  return gone.length;
}
