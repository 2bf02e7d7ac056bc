import { defineRoutes } from '../route.ts';
import { CustomerFacts, CustomerNote } from './customers.ts';

/** Single customers, as staff see them. */
export const customerRoutes = defineRoutes({
  getCustomer: {
    call: 'GET /customer/:id',
    access: 'staff:companies.read',
    summary:
      'Somebody who has an account: who they are, their firms, what they ordered and owe, and what is noted of them',
    answer: CustomerFacts,
    errors: ['USER_NOT_FOUND'],
  },
  setCustomerNote: {
    call: 'PUT /customer/:id/note',
    access: 'staff:companies',
    summary: 'Change what staff note of somebody; they are told it with all that the shop keeps about them',
    body: CustomerNote,
    answer: CustomerNote,
    errors: ['USER_NOT_FOUND'],
  },
});
