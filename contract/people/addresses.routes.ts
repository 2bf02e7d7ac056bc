import { z } from 'zod';
import { Address, NewAddress } from './addresses.ts';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';

/** The own address book, and a customer's for those who order for them. */
export const addressRoutes = defineRoutes({
  listAddresses: {
    call: 'GET /my-address',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: "The caller's address book, oldest first; one address is the default",
    answer: z.array(Address),
  },
  addAddress: {
    call: 'POST /my-address',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Add an address; the first is the default',
    body: NewAddress,
    answer: Address,
    status: 201,
    errors: ['TOO_MANY_ADDRESSES'],
  },
  changeAddress: {
    call: 'PUT /my-address/:id',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Change an address; making it the default replaces the old one',
    body: NewAddress,
    answer: Address,
    errors: ['ADDRESS_NOT_FOUND'],
  },
  removeAddress: {
    call: 'DELETE /my-address/:id',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Remove an address; orders keep theirs',
    answer: DeletedCount,
    errors: ['ADDRESS_NOT_FOUND'],
  },
  customerAddresses: {
    call: 'GET /user/:email/address',
    access: 'staff:orders.change',
    summary: 'The address book of a customer, for a telephone order',
    answer: z.array(Address),
    errors: ['USER_NOT_FOUND'],
  },
});
