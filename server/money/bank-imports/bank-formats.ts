import { eq, sql } from 'drizzle-orm';
import type { BankAnswers } from '#contract/money/bank-imports.ts';
import type { Db } from '#server/engine/db/client.ts';
import { bankFormats } from './bank-imports.sql.ts';

/** What is known of files with such headings, with what is said of this one before all. */
export async function answersOf(db: Db, headings: string, said: BankAnswers): Promise<BankAnswers> {
  const [kept] = await db.select().from(bankFormats).where(eq(bankFormats.headings, headings));
  return { ...kept?.answers, ...said };
}

/** Keeps it for all that have these headings. */
export async function rememberAnswers(db: Db, headings: string, answers: BankAnswers): Promise<void> {
  await db
    .insert(bankFormats)
    .values({ headings, answers })
    .onConflictDoUpdate({
      target: bankFormats.headings,
      set: { answers: sql`excluded.answers`, taughtAt: sql`now()` },
    });
}
