import { defineRoutes } from '../route.ts';
import { DueReminders, FirmReminders, Held, HeldFirm, HeldInvoice, InvoiceParams } from './reminders.ts';

/** Reminders of what is overdue, by the owner's steps. */
export const reminderRoutes = defineRoutes({
  dueReminders: {
    call: 'GET /reminders',
    access: 'staff:orders.record-payment',
    summary: 'Which firms would be reminded of what today; nothing is sent',
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
  firmReminders: {
    call: 'GET /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: 'Whether a firm is reminded of nothing, and of which invoices it is not',
    answer: FirmReminders,
    errors: ['COMPANY_NOT_FOUND'],
  },
  holdReminders: {
    call: 'POST /company/:id/reminders',
    access: 'staff:orders.record-payment',
    summary: 'Remind a firm of nothing while it is held',
    body: Held,
    answer: HeldFirm,
    errors: ['COMPANY_NOT_FOUND'],
  },
});
