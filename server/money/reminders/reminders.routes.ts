import { and, eq } from 'drizzle-orm';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { lockCompany, sayNumber } from '#server/buying/companies/companies.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { remindersDue } from './due-reminders.ts';
import { reminderHolds } from './reminders.sql.ts';

export function reminderHandlers({
  database,
}: Parts): Pick<Handlers, 'dueReminders' | 'holdInvoice' | 'holdReminders'> {
  return {
    dueReminders: () => remindersDue(database.db),

    holdInvoice: ({ caller, params: { number }, body: { held } }) =>
      transaction(database, async (tx) => {
        const [invoice] = await tx
          .select({ number: invoices.number })
          .from(invoices)
          .where(and(eq(invoices.number, number), eq(invoices.series, 'invoice')));
        if (!invoice) throw new AppError('INVOICE_NOT_FOUND', 'There is no such invoice.');
        const changed = held
          ? await tx.insert(reminderHolds).values({ invoiceNumber: number }).onConflictDoNothing().returning()
          : await tx.delete(reminderHolds).where(eq(reminderHolds.invoiceNumber, number)).returning();
        if (changed.length > 0) await record(tx, caller, 'invoice.held', number, { number, held });
        return { number, held };
      }),

    holdReminders: ({ caller, params: { id }, body: { held } }) =>
      transaction(database, async (tx) => {
        const company = await lockCompany(tx, id);
        if (company.remindersHeld !== held) {
          await tx.update(companies).set({ remindersHeld: held }).where(eq(companies.id, id));
          await record(tx, caller, 'company.reminders-held', id, {
            name: company.name,
            number: sayNumber(company.number),
            held,
          });
        }
        return { _id: id, held };
      }),
  };
}
