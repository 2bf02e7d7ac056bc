import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { lockCompany, formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { companyNotFound } from '#server/buying/companies/membership.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { remindersDue } from './due-reminders.ts';
import { reminderHolds } from './reminders.sql.ts';

export function reminderHandlers({ database }: Parts) {
  return {
    dueReminders: () => remindersDue(database.db),

    companyReminders: async ({ params: { id } }) => {
      const { db } = database;
      const [company] = await db.select({ held: companies.remindersHeld }).from(companies).where(eq(companies.id, id));
      if (!company) throw companyNotFound();
      const held = await db
        .select({ number: reminderHolds.invoiceNumber })
        .from(reminderHolds)
        .innerJoin(invoices, eq(invoices.number, reminderHolds.invoiceNumber))
        .innerJoin(orders, and(eq(orders.id, invoices.orderId), eq(orders.companyId, id)))
        .orderBy(reminderHolds.invoiceNumber);
      return { _id: id, held: company.held, invoices: held.map(({ number }) => number) };
    },

    holdInvoice: ({ caller, params: { number }, body: { held } }) =>
      transaction(database, async (tx) => {
        const [invoice] = await tx
          .select({ number: invoices.number })
          .from(invoices)
          .where(and(eq(invoices.number, number), eq(invoices.series, 'invoice')));
        if (!invoice) throw new AppError('INVOICE_NOT_FOUND', sentence('There is no such invoice.'));
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
            number: formatCompanyNumber(company.number),
            held,
          });
        }
        return { _id: id, held };
      }),
  } satisfies Partial<Handlers>;
}
