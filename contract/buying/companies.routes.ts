import { z } from 'zod';
import { BuyerChoice, MyBuyer } from './my-buyer.ts';
import { defineRoutes } from '../route.ts';
import {
  CompaniesQuery,
  Company,
  CompanyChange,
  CompanyEdit,
  CompanyNote,
  MyCompany,
  NewCompany,
  StandingEdit,
} from './companies.ts';

/** Companies: several people who are one customer, with what is agreed with it. */
export const companyRoutes = defineRoutes({
  openCompany: {
    call: 'POST /company',
    access: 'signed-in',
    summary: 'Open a company account; the caller manages it, or whom staff name',
    body: NewCompany,
    answer: Company,
    status: 201,
    errors: ['ADDRESS_NOT_PROVED', 'FORBIDDEN', 'USER_NOT_FOUND', 'RATE_LIMITED'],
  },
  myCompanies: {
    call: 'GET /my-companies',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'The companies that the caller belongs to, by name',
    answer: z.array(MyCompany),
  },
  myBuyer: {
    call: 'GET /my-buyer',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'Whom the caller buys for on the website; a call that names no company still buys for the caller alone',
    answer: MyBuyer,
  },
  chooseBuyer: {
    call: 'PUT /my-buyer',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Choose whom the caller buys for on the website',
    body: BuyerChoice,
    answer: MyBuyer,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  },
  getCompany: {
    call: 'GET /company/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'One company, to its members and to staff',
    answer: Company,
    errors: ['COMPANY_NOT_FOUND'],
  },
  editCompany: {
    call: 'PUT /company/:id',
    access: 'signed-in',
    summary: "Change a company's own details, by its managers; with a version, only if they have not changed since",
    body: CompanyEdit,
    answer: Company,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'STALE_COMPANY', 'RATE_LIMITED'],
  },
  getCompanyNote: {
    call: 'GET /company/:id/note',
    access: 'staff:companies.read',
    summary: 'The internal note that staff keep on a company; its members never see it',
    answer: CompanyNote,
    errors: ['COMPANY_NOT_FOUND'],
  },
  setCompanyNote: {
    call: 'PUT /company/:id/note',
    access: 'staff:companies',
    summary: 'Change the internal note that staff keep on a company',
    body: CompanyNote,
    answer: CompanyNote,
    errors: ['COMPANY_NOT_FOUND'],
  },
  listCompanyChanges: {
    call: 'GET /company/:id/changes',
    access: 'staff:companies.read',
    summary: "Changes that a company's managers made to its name and VAT number, newest first",
    answer: z.array(CompanyChange),
    errors: ['COMPANY_NOT_FOUND'],
  },
  listCompanies: {
    call: 'GET /companies',
    access: 'staff:companies.read',
    summary: 'All companies, newest first',
    query: CompaniesQuery,
    answer: z.array(Company),
    list: true,
  },
  setStanding: {
    call: 'PUT /company/:id/standing',
    access: 'staff:companies.read',
    summary:
      'Change what is agreed with a company: status and price list with the permission companies, terms and credit with companies.terms',
    body: StandingEdit,
    answer: Company,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'STALE_COMPANY'],
  },
});
