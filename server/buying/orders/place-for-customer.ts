import { ended, sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { noteEvent } from './order-events.ts';
import { type Customer, placeOrder, type PlacingOptions } from './place-order.ts';

/**
 * Places an order on the telephone: staff for the customer of `email`, whose order it is from then on, as if they had placed
 * it themselves. It stands in the order's timeline and in the audit log. A repeat with the same key makes no second one.
 * @returns the order, its customer's id, and whether it was made by this very call
 * @throws AppError FORBIDDEN, USER_NOT_FOUND, and the refusals under Orders of the contract
 */
export async function placeForCustomer(
  tx: Tx,
  staff: Caller,
  email: string,
  wanted: NewOrder,
  options: PlacingOptions,
): Promise<{ order: Order; isNew: boolean; customer: Customer }> {
  if (!callerMay(staff, 'orders.change'))
    throw new AppError('FORBIDDEN', sentence('Only sales staff may order for somebody else.'), {
      issues: [{ path: 'customer', message: sentence('You may only order for yourself') }],
    });
  const found = await customerOf(tx, email);
  const { creditReason } = wanted;
  const isCreditOverruled = creditReason !== undefined;
  if (isCreditOverruled && !callerMay(staff, 'companies.terms'))
    throw new AppError('FORBIDDEN', sentence('Only staff who set the terms of companies may exceed a credit limit.'), {
      issues: [{ path: 'creditReason', message: sentence("You may not exceed a company's credit limit") }],
    });
  const placed = await placeOrder(tx, found, wanted, {
    ...options,
    byStaff: true,
    isCreditOverruled,
  });
  if (placed.isNew) {
    const { _id, number, price } = placed.order;
    await noteEvent(tx, staff, _id, 'placed');
    const given = (wanted.lines ?? []).filter(({ unitPrice }) => unitPrice !== undefined);
    const prices = given.map(({ toolId, unitPrice, reason }) => ({ toolId, unitPrice, reason }));
    await record(tx, staff, 'order.placed', _id, {
      number,
      email: found.email,
      price,
      ...(prices.length > 0 ? { prices } : {}),
      ...(isCreditOverruled ? { creditReason } : {}),
    });
  }
  return { ...placed, customer: found };
}

/** Whom staff order or ask for. @throws AppError USER_NOT_FOUND, at customer */
export async function customerOf(db: Db, email: string): Promise<Customer> {
  const [found] = await db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.email, email));
  if (found) return found;
  const message = sentence('Nobody has an account with this e-mail address');
  throw new AppError('USER_NOT_FOUND', ended(message), { issues: [{ path: 'customer', message }] });
}
