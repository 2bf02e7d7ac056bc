import { defineRoutes } from '../route.ts';
import { DueReminders, CompanyReminders, Held, HeldCompany, HeldInvoice, InvoiceParams } from './reminders.ts';

/** Reminders of what is overdue, by the owner's steps. */
export const reminderRoutes = defineRoutes({
  dueReminders: {
    call: 'GET /reminders',
    access: 'staff:orders.record-payment',
    summary: 'Which companies would be reminded of what today; nothing is sent',
    answer: DueReminders,
  },
  holdInvoice: {
    call: 'POST /invoice/:number/hold',
    access: 'staff:orders.record-payment',
    summary: 'Remind nobody of an invoice while it is held, such as one that is disputed',
    params: InvoiceParams,
    body: Held,
    answer: HeldInvoice,
    errors: ['INVOICE_NOT_FOUND'],
  },
  companyReminders: {
    call: 'GET /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: 'Whether a company is reminded of nothing, and of which invoices it is not',
    answer: CompanyReminders,
    errors: ['COMPANY_NOT_FOUND'],
  },
  holdReminders: {
    call: 'POST /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: 'Remind a company of nothing while it is held',
    body: Held,
    answer: HeldCompany,
    errors: ['COMPANY_NOT_FOUND'],
  },
});
