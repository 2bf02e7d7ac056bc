import { sentence } from '#contract/sentences.ts';
import type { Customer, NewCustomer } from '#contract/buying/company-people.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { lockCompany } from './companies.ts';
import { companyMembers } from './companies.sql.ts';

/**
 * Keeps a customer who never registered: no way in, and an address that nobody has proved. The letter is the caller's matter.
 * @throws AppError CUSTOMER_EXISTS, COMPANY_NOT_FOUND; FORBIDDEN where the caller may add nobody to a company
 */
export async function addCustomer(
  tx: Tx,
  caller: Caller,
  { email, name, phone, companyId, role = 'buyer' }: NewCustomer,
): Promise<Customer> {
  if (companyId !== undefined) {
    requireMayAdd(caller, role);
    await lockCompany(tx, companyId);
  }
  const id = newId();
  const [made] = await tx
    .insert(users)
    .values({ id, email, name: name.trim(), phone: phone.trim() })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (!made)
    throw new AppError(
      'CUSTOMER_EXISTS',
      sentence('{email} already has an account. Order for them with that address.', { email }),
    );
  if (companyId !== undefined) await tx.insert(companyMembers).values({ companyId, userId: id, role });
  await record(tx, caller, 'user.added', id, { email, ...(companyId === undefined ? {} : { companyId, role }) });
  return { _id: id, email: made.email, name: made.name, phone: made.phone };
}

/** Whoever belongs to a company sees its orders and papers: that is more than to change orders. @throws AppError FORBIDDEN */
function requireMayAdd(caller: Caller, role: CompanyRole): void {
  if (!callerMay(caller, 'companies'))
    throw new AppError('FORBIDDEN', sentence('You need the permission to change companies to add somebody to one.'), {
      facts: { scopes: ['companies'] },
    });
  if (role === 'manager' && caller.key !== undefined)
    throw new AppError(
      'FORBIDDEN',
      sentence('An API key cannot make somebody a manager. Somebody at the shop or the company has to do it.'),
    );
}
