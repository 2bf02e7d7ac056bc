import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { byId, type Route } from '../route.ts';
import { FirmAddress, FirmAddressParams, NewFirmAddress } from './firm-addresses.ts';

/** Works, sites and offices that the people of a firm share. */
export const firmAddressRoutes = {
  listFirmAddresses: {
    method: 'GET',
    path: '/company/:id/addresses',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'Where the goods of a firm go, the oldest first, to its members and to staff',
    params: byId,
    answer: z.array(FirmAddress),
    errors: ['COMPANY_NOT_FOUND'],
  },
  addFirmAddress: {
    method: 'POST',
    path: '/company/:id/address',
    access: 'signed-in',
    summary: 'Keep a further address of a firm, by its managers; the first is the default',
    params: byId,
    body: NewFirmAddress,
    answer: FirmAddress,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_ADDRESSES'],
  },
  changeFirmAddress: {
    method: 'PUT',
    path: '/company/:id/address/:addressId',
    access: 'signed-in',
    summary: 'Change an address of a firm, by its managers; made the default, it takes that from the other',
    params: FirmAddressParams,
    body: NewFirmAddress,
    answer: FirmAddress,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
  removeFirmAddress: {
    method: 'DELETE',
    path: '/company/:id/address/:addressId',
    access: 'signed-in',
    summary: "Take an address out of a firm's book, by its managers; orders keep theirs",
    params: FirmAddressParams,
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
