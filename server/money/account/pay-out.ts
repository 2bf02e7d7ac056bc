import { sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import type { AccountEntry, NewPayout } from '#contract/money/account.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany, formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { requireDayOfMoney } from '#server/buying/ledger/require-open-day.ts';
import { ledger, settlements } from '#server/buying/order-tables/ledger.sql.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { dueFirst } from '#server/money/payments/settle-debits.ts';
import { lockOrders } from '#server/buying/order-life/follow-settlements.ts';
import { creditsOf } from './credits-of.ts';
import { readEntry } from './entries.ts';

/**
 * Records that credit of a company went back to it by bank transfer, which somebody sends at the bank; it takes the credit that came first.
 * @throws AppError COMPANY_NOT_FOUND, MORE_THAN_CREDIT { credit }, PERIOD_CLOSED; 400 at date
 */
export async function payOut(tx: Tx, actor: Caller, companyId: string, wanted: NewPayout): Promise<AccountEntry> {
  const company = await lockCompany(tx, companyId);
  const { currency } = await settingsNow(tx);
  await requireDayOfMoney(tx, wanted.date, {
    at: company.createdAt,
    earlier: sentence('The date cannot be before the company was opened'),
  });
  // What came for an order may settle it at this moment; once its lock is ours it does not.
  const orders = (await creditsOf(tx, companyId)).flatMap(({ orderId }) => orderId ?? []);
  await lockOrders(tx, orders);
  const credits = await creditsOf(tx, companyId);
  const amountCents = cents(wanted.amount);
  const credit = credits.reduce((sum, { left }) => sum + left, 0);
  if (amountCents > credit) {
    const most = centsToMoney(credit);
    throw new AppError(
      'MORE_THAN_CREDIT',
      sentence('{name} has {most} of credit.', { name: company.name, most: { amount: most, currency } }),
      {
        facts: { credit: most },
        issues: [{ path: 'amount', message: sentence('At most {most}', { most: { amount: most, currency } }) }],
      },
    );
  }
  const id = newId();
  await enterInLedger(tx, {
    id,
    companyId,
    kind: 'payout',
    method: 'transfer',
    amountCents: -amountCents,
    reference: id,
    document: wanted.reference,
    receivedOn: wanted.date,
    actorId: actor.userId,
  });
  const parts = dueFirst(
    credits.map(({ id: creditId, left }) => ({ id: creditId, rest: left })),
    amountCents,
  );
  await tx
    .insert(settlements)
    .values(parts.map(({ debitId: creditId, amountCents: part }) => ({ creditId, debitId: id, amountCents: part })));
  await record(tx, actor, 'company.paid-out', companyId, {
    name: company.name,
    number: formatCompanyNumber(company.number),
    amount: wanted.amount,
    date: wanted.date,
    reference: wanted.reference,
  });
  return (await readEntry(tx, eq(ledger.id, id)))!;
}
