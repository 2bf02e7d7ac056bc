import type { Customer, NewCustomer } from '#contract/buying/company-people.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { lockCompany } from './companies.ts';
import { companyMembers } from './companies.sql.ts';

/**
 * Keeps a customer who never registered: no way in, and an address that nobody has proved. The letter is the caller's matter.
 * @throws AppError CUSTOMER_EXISTS, COMPANY_NOT_FOUND
 */
export async function addCustomer(
  tx: Tx,
  caller: Caller,
  { email, name, phone, companyId, role = 'buyer' }: NewCustomer,
): Promise<Customer> {
  if (companyId !== undefined) await lockCompany(tx, companyId);
  const id = newId();
  const [made] = await tx
    .insert(users)
    .values({ id, email, name: name.trim(), phone: phone.trim() })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (!made) throw new AppError('CUSTOMER_EXISTS', `${email} has an account already. Order for them by that address.`);
  if (companyId !== undefined) await tx.insert(companyMembers).values({ companyId, userId: id, role });
  await record(tx, caller, 'user.added', id, { email, ...(companyId === undefined ? {} : { companyId, role }) });
  return { _id: id, email: made.email, name: made.name, phone: made.phone };
}
