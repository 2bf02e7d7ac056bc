import { byId, type Route } from '../route.ts';
import { CustomerFacts, CustomerNote } from './customers.ts';

/** Single customers, as staff see them. */
export const customerRoutes = {
  getCustomer: {
    method: 'GET',
    path: '/customer/:id',
    access: 'staff:companies.read',
    summary:
      'Somebody who has an account: who they are, their firms, what they ordered and owe, and what is noted of them',
    params: byId,
    answer: CustomerFacts,
    errors: ['USER_NOT_FOUND'],
  },
  setCustomerNote: {
    method: 'PUT',
    path: '/customer/:id/note',
    access: 'staff:companies',
    summary: 'Change what staff note of somebody; they are told it with all that the shop keeps about them',
    params: byId,
    body: CustomerNote,
    answer: CustomerNote,
    errors: ['USER_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
