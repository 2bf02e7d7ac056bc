import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { CompanyAddress, NewCompanyAddress } from './company-addresses.ts';

/** Works, sites and offices that the people of a company share. */
export const companyAddressRoutes = defineRoutes({
  listCompanyAddresses: {
    call: 'GET /company/:id/addresses',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'Where the goods of a company go, the oldest first, to its members and to staff',
    answer: z.array(CompanyAddress),
    errors: ['COMPANY_NOT_FOUND'],
  },
  addCompanyAddress: {
    call: 'POST /company/:id/address',
    access: 'signed-in',
    summary: 'Keep a further address of a company, by its managers; the first is the default',
    body: NewCompanyAddress,
    answer: CompanyAddress,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_ADDRESSES'],
  },
  changeCompanyAddress: {
    call: 'PUT /company/:id/address/:addressId',
    access: 'signed-in',
    summary: 'Change an address of a company, by its managers; made the default, it takes that from the other',
    body: NewCompanyAddress,
    answer: CompanyAddress,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
  removeCompanyAddress: {
    call: 'DELETE /company/:id/address/:addressId',
    access: 'signed-in',
    summary: "Take an address out of a company's book, by its managers; orders keep theirs",
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
});
