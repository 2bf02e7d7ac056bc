import { and, eq, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import { lockCompany, sayNumber } from '#server/buying/companies/companies.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { followSettlements, lockOrders } from '#server/money/payments/settle-orders.ts';

/** What staff take back. */
interface Reversed {
  actor: Caller;
  companyId: string;
  entryId: string;
  reason: string;
}

/** The transfer that an entry is, with its order, which is owed again without it; null where the entry is of the account alone. */
export async function transferBehind(
  db: Db,
  { companyId, entryId }: Pick<Reversed, 'companyId' | 'entryId'>,
): Promise<{ orderId: string; transfer: string } | null> {
  const entry = await standing(db, companyId, entryId);
  if (entry.kind === 'write-off' || (entry.kind === 'payment' && entry.paymentIntentId === null)) return null;
  if (entry.kind !== 'charge' || entry.orderId === null || entry.method !== 'transfer')
    throw new AppError(
      'NOT_A_TRANSFER',
      'Only a payment by transfer is taken back. Money that came by card is refunded.',
    );
  return { orderId: entry.orderId, transfer: entry.reference };
}

/**
 * Takes back a payment of a firm, or what was given up, by an entry of its own; what it settled is owed again.
 * @returns the id of the new entry
 * @throws AppError COMPANY_NOT_FOUND, ENTRY_NOT_FOUND, ALREADY_REVERSED; FORBIDDEN where who gives nothing up takes that back
 */
export async function reversePayment(tx: Tx, { actor, companyId, entryId, reason }: Reversed): Promise<string> {
  const company = await lockCompany(tx, companyId);
  const entry = await standing(tx, companyId, entryId);
  if (entry.kind === 'write-off' && !callerMay(actor, 'companies.terms'))
    throw new AppError('FORBIDDEN', 'Only those who may give up what is owed take it back.');
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    select d.order_id as "orderId" from settlements s join ledger d on d.id = s.debit_id
    where s.credit_id = ${entryId} and d.order_id is not null group by d.order_id having sum(s.amount_cents) <> 0`);
  const orders = rows.map(({ orderId }) => orderId);
  await lockOrders(tx, orders);
  // A credit note of one of them may have taken it back meanwhile.
  await standing(tx, companyId, entryId);
  const id = newId();
  await tx.insert(ledger).values({
    id,
    companyId,
    kind: 'reversal',
    amountCents: -entry.amountCents,
    reference: entryId,
    document: entry.document,
    reason,
    reverses: entryId,
    actorId: actor.userId,
  });
  await followSettlements(tx, [...orders, ...(await takeBackCredits(tx, orders))]);
  await record(tx, actor, 'company.payment-reversed', companyId, {
    name: company.name,
    number: sayNumber(company.number),
    amount: centsToMoney(entry.amountCents),
    reference: entry.document,
    reason,
  });
  return id;
}

/**
 * What is owed again takes back what its own credit notes settled elsewhere meanwhile, the latest first.
 * @returns the orders that are owed again for it, locked
 */
async function takeBackCredits(tx: Tx, orders: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ orderId: string }>(sql`
    with owed as (
      select l.id, l.order_id, rest_of(l) as rest from ledger l
      where l.order_id = any(${sql.param(orders)}::text[]) and l.kind = 'invoice'
    ), spent as (
      select s.credit_id, s.debit_id, owed.id, owed.rest, sum(s.amount_cents) as cents,
        sum(sum(s.amount_cents)) over (partition by owed.id order by max(s.id) desc) as upto
      from owed join ledger note on note.order_id = owed.order_id and note.kind = 'credit-note'
        join settlements s on s.credit_id = note.id
        join ledger d on d.id = s.debit_id and d.order_id is distinct from note.order_id
      group by s.credit_id, s.debit_id, owed.id, owed.rest having sum(s.amount_cents) > 0
    ), back as (
      select credit_id, debit_id, id, least(cents, rest - (upto - cents)) as part from spent where upto - cents < rest
    ), moved as (
      insert into settlements (credit_id, debit_id, amount_cents)
      select credit_id, debit_id, -part from back union all select credit_id, id, part from back
    )
    select distinct d.order_id as "orderId" from back join ledger d on d.id = back.debit_id where d.order_id is not null`);
  if (rows.length === 0) return [];
  const owed = rows.map(({ orderId }) => orderId);
  await lockOrders(tx, owed);
  // Their own credit notes may have something left for them.
  await tx.execute(sql`select settle_order(id) from unnest(${sql.param(owed)}::text[]) as given (id) order by id`);
  return [...owed, ...(await takeBackCredits(tx, owed))];
}

/** A payment of the firm, or what was given up, that nobody has taken back. @throws AppError ENTRY_NOT_FOUND, ALREADY_REVERSED */
async function standing(db: Db, companyId: string, entryId: string): Promise<typeof ledger.$inferSelect> {
  const [found] = await db
    .select({
      row: ledger,
      isReversed: sql<boolean>`exists (select from ledger later where later.reverses = ledger.id)`,
    })
    .from(ledger)
    .where(and(eq(ledger.companyId, companyId), eq(ledger.id, entryId)));
  if (!found || !PAYMENTS.has(found.row.kind)) throw new AppError('ENTRY_NOT_FOUND', 'The firm has no such payment.');
  if (found.isReversed) throw new AppError('ALREADY_REVERSED', 'This payment was taken back already.');
  return found.row;
}

const PAYMENTS = new Set(['payment', 'charge', 'refund', 'refund_failed', 'write-off']);
