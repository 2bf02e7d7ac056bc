import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { FirmAddress, NewFirmAddress } from './firm-addresses.ts';

/** Works, sites and offices that the people of a firm share. */
export const firmAddressRoutes = defineRoutes({
  listFirmAddresses: {
    call: 'GET /company/:id/addresses',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'Where the goods of a firm go, the oldest first, to its members and to staff',
    answer: z.array(FirmAddress),
    errors: ['COMPANY_NOT_FOUND'],
  },
  addFirmAddress: {
    call: 'POST /company/:id/address',
    access: 'signed-in',
    summary: 'Keep a further address of a firm, by its managers; the first is the default',
    body: NewFirmAddress,
    answer: FirmAddress,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_ADDRESSES'],
  },
  changeFirmAddress: {
    call: 'PUT /company/:id/address/:addressId',
    access: 'signed-in',
    summary: 'Change an address of a firm, by its managers; made the default, it takes that from the other',
    body: NewFirmAddress,
    answer: FirmAddress,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
  removeFirmAddress: {
    call: 'DELETE /company/:id/address/:addressId',
    access: 'signed-in',
    summary: "Take an address out of a firm's book, by its managers; orders keep theirs",
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
});
