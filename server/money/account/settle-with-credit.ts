import { eq } from 'drizzle-orm';
import type { AccountEntry, NewWriteOff } from '#contract/money/account.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany, formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { creditsOf } from './credits-of.ts';
import { readEntry } from './entries.ts';
import { asAllocated, settleWith } from '#server/money/payments/settle-debits.ts';

/**
 * Settles what is due first with the credit of a company, what came first first: no money moves, so there is no entry.
 * @returns the orders that nobody should pay by card any more
 * @throws AppError COMPANY_NOT_FOUND
 */
export async function spendCredit(tx: Tx, actor: Caller, companyId: string): Promise<string[]> {
  const company = await lockCompany(tx, companyId);
  const settled: string[] = [];
  let usedCents = 0;
  for (const { id, left } of await creditsOf(tx, companyId)) {
    const { orders, cents: used } = await settleWith(tx, companyId, { id, amountCents: left });
    settled.push(...orders);
    usedCents += used;
  }
  if (usedCents > 0) {
    const { name, number } = company;
    await record(tx, actor, 'company.credit-used', companyId, {
      name,
      number: formatCompanyNumber(number),
      amount: centsToMoney(usedCents),
    });
  }
  return settled;
}

/**
 * Gives up so much of an invoice or a fee, by an entry of its own.
 * @throws AppError COMPANY_NOT_FOUND, ALLOCATION_TOO_LARGE; 400 at an invoice that is not there
 */
export async function writeOff(
  tx: Tx,
  actor: Caller,
  companyId: string,
  { invoiceNumber, amount, reason }: NewWriteOff,
): Promise<{ entry: AccountEntry; settled: string[] }> {
  const { name, number } = await lockCompany(tx, companyId);
  const id = newId();
  const amountCents = cents(amount);
  await enterInLedger(tx, {
    id,
    companyId,
    kind: 'write-off',
    method: 'none',
    amountCents,
    reference: id,
    document: invoiceNumber,
    reason,
    actorId: actor.userId,
  });
  const choice = asAllocated(tx, companyId, [{ invoiceNumber, amount }], (_index, field) => field);
  const { orders } = await settleWith(tx, companyId, { id, amountCents }, choice);
  await record(tx, actor, 'company.written-off', companyId, {
    name,
    number: formatCompanyNumber(number),
    invoice: invoiceNumber,
    amount,
    reason,
  });
  return { entry: (await readEntry(tx, eq(ledger.id, id)))!, settled: orders };
}
