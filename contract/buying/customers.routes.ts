import { defineRoutes } from '../route.ts';
import { CustomerFacts, CustomerNote } from './customers.ts';

/** Single customers, as staff see them. */
export const customerRoutes = defineRoutes({
  getCustomer: {
    call: 'GET /customer/:id',
    access: 'staff:companies.read',
    summary:
      'A customer: who they are, their companies, what they ordered and owe, and the note that staff keep on them',
    answer: CustomerFacts,
    errors: ['USER_NOT_FOUND'],
  },
  setCustomerNote: {
    call: 'PUT /customer/:id/note',
    access: 'staff:companies',
    summary:
      'Change the note that staff keep on a customer; the customer can read it with everything else that the shop keeps about them',
    body: CustomerNote,
    answer: CustomerNote,
    errors: ['USER_NOT_FOUND'],
  },
});
