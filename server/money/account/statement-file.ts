import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { StatementQuery } from '#contract/money/account.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { getCompany } from '#server/buying/companies/companies.ts';
import { makePaper } from '#server/money/papers/make-paper.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { balanceBefore, type StatementLine, statementLines } from './statement.ts';

/** The most entries that a PDF holds. */
const MAX_PRINTED = 5000;

/** Such as `statement-C10001-2026-11-01-to-2026-11-30`. */
export function statementName({ number }: Company, { from, to }: StatementQuery): string {
  return ['statement', number, ...(from ? [from] : []), ...(to ? ['to', to] : [])].join('-');
}

/** So many entries go with a letter. */
const MAX_ATTACHED = 500;

/**
 * The statement that goes with a letter: of all days, or where those hold too many entries, of the last days that do not.
 * @throws AppError COMPANY_NOT_FOUND
 */
export async function newestStatementOf(db: Db, companyId: string): ReturnType<typeof statementPdfOf> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select ((created_at at time zone (select shop_zone()))::date + 1)::text as day from ledger
    where company_id = ${companyId} order by created_at desc, id desc offset ${MAX_ATTACHED} limit 1`);
  return statementPdfOf(db, companyId, rows[0] ? { from: rows[0].day } : {});
}

/**
 * The statement of a company's account as PDF.
 * @param person who asks for it, whose turn it is; without one it is made at once, as within a transaction, where nothing may wait
 * @throws AppError COMPANY_NOT_FOUND, TOO_MANY_ROWS
 */
export async function statementPdfOf(
  db: Db,
  companyId: string,
  days: StatementQuery,
  person?: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const company = await getCompany(db, companyId);
  const { company: shop, logo, currency, timeZone } = await settingsNow(db);
  const opening = await balanceBefore(db, companyId, days.from);
  const lines: StatementLine[] = [];
  for await (const part of statementLines(db, companyId, days)) {
    lines.push(...part);
    if (lines.length > MAX_PRINTED)
      throw new AppError(
        'TOO_MANY_ROWS',
        sentence('There are more entries than a PDF can hold. Choose fewer days, or CSV.'),
      );
  }
  const today = dayOf(new Date(), timeZone);
  const parts = { company, seller: { company: shop, logo }, currency, zone: timeZone, days, today, opening, lines };
  const bytes = await (person === undefined
    ? (await import('#server/money/papers/statement-paper.ts')).statementPdf(parts)
    : makePaper(person, { kind: 'statement', given: [parts] }));
  return { name: `${statementName(company, days)}.pdf`, bytes };
}
