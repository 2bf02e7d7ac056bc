import { defineRoutes } from '../route.ts';
import { DueReminders, CompanyReminders, Held, HeldCompany, HeldInvoice, InvoiceParams } from './reminders.ts';

/** Reminders of what is overdue, by the owner's steps. */
export const reminderRoutes = defineRoutes({
  dueReminders: {
    call: 'GET /reminders',
    access: 'staff:orders.record-payment',
    summary: 'Which companies would be reminded of which invoices today; nothing is sent',
    answer: DueReminders,
  },
  holdInvoice: {
    call: 'POST /invoice/:number/hold',
    access: 'staff:orders.record-payment',
    summary: 'Hold the reminders of an invoice, such as while it is disputed',
    params: InvoiceParams,
    body: Held,
    answer: HeldInvoice,
    errors: ['INVOICE_NOT_FOUND'],
  },
  companyReminders: {
    call: 'GET /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: "Whether a company's reminders are held, and those of which of its invoices",
    answer: CompanyReminders,
    errors: ['COMPANY_NOT_FOUND'],
  },
  holdReminders: {
    call: 'POST /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: 'Hold all reminders of a company',
    body: Held,
    answer: HeldCompany,
    errors: ['COMPANY_NOT_FOUND'],
  },
});
