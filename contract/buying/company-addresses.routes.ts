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
    summary: "A company's delivery addresses, oldest first, for its members and staff",
    answer: z.array(CompanyAddress),
    errors: ['COMPANY_NOT_FOUND'],
  },
  addCompanyAddress: {
    call: 'POST /company/:id/address',
    access: 'signed-in',
    summary: "Add an address to a company's address book, by its managers; the first is the default",
    body: NewCompanyAddress,
    answer: CompanyAddress,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_ADDRESSES'],
  },
  changeCompanyAddress: {
    call: 'PUT /company/:id/address/:addressId',
    access: 'signed-in',
    summary: 'Change an address of a company, by its managers; making it the default replaces the old one',
    body: NewCompanyAddress,
    answer: CompanyAddress,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
  removeCompanyAddress: {
    call: 'DELETE /company/:id/address/:addressId',
    access: 'signed-in',
    summary: "Remove an address from a company's address book, by its managers; orders keep theirs",
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'ADDRESS_NOT_FOUND'],
  },
});
