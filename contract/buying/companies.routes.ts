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

/** Firms: several people who are one customer, with what is agreed with it. */
export const companyRoutes = defineRoutes({
  openCompany: {
    call: 'POST /company',
    access: 'signed-in',
    summary: 'Open the account of a firm; the caller manages it, or whom staff name',
    body: NewCompany,
    answer: Company,
    status: 201,
    errors: ['ADDRESS_NOT_PROVED', 'FORBIDDEN', 'USER_NOT_FOUND', 'RATE_LIMITED'],
  },
  myCompanies: {
    call: 'GET /my-companies',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'The firms that the caller belongs to, by name',
    answer: z.array(MyCompany),
  },
  myBuyer: {
    call: 'GET /my-buyer',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'For whom the caller buys on the pages; a call that names no firm buys for themselves all the same',
    answer: MyBuyer,
  },
  chooseBuyer: {
    call: 'PUT /my-buyer',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Choose for whom one buys on the pages',
    body: BuyerChoice,
    answer: MyBuyer,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  },
  getCompany: {
    call: 'GET /company/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'companies.read'],
    summary: 'One firm, to its members and to staff',
    answer: Company,
    errors: ['COMPANY_NOT_FOUND'],
  },
  editCompany: {
    call: 'PUT /company/:id',
    access: 'signed-in',
    summary: 'Change what a firm says of itself, by its managers; with a version, only if it is still that one',
    body: CompanyEdit,
    answer: Company,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'STALE_COMPANY', 'RATE_LIMITED'],
  },
  getCompanyNote: {
    call: 'GET /company/:id/note',
    access: 'staff:companies.read',
    summary: 'What staff note of a firm for each other; its people never see it',
    answer: CompanyNote,
    errors: ['COMPANY_NOT_FOUND'],
  },
  setCompanyNote: {
    call: 'PUT /company/:id/note',
    access: 'staff:companies',
    summary: 'Change what staff note of a firm',
    body: CompanyNote,
    answer: CompanyNote,
    errors: ['COMPANY_NOT_FOUND'],
  },
  listCompanyChanges: {
    call: 'GET /company/:id/changes',
    access: 'staff:companies.read',
    summary: 'Which name and VAT number the managers of a firm gave it, the latest first',
    answer: z.array(CompanyChange),
    errors: ['COMPANY_NOT_FOUND'],
  },
  listCompanies: {
    call: 'GET /companies',
    access: 'staff:companies.read',
    summary: 'All firms, newest first',
    query: CompaniesQuery,
    answer: z.array(Company),
    list: true,
  },
  setStanding: {
    call: 'PUT /company/:id/standing',
    access: 'staff:companies.read',
    summary:
      'What is agreed with a firm: status and price list with the permission companies, terms and credit with companies.terms',
    body: StandingEdit,
    answer: Company,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'STALE_COMPANY'],
  },
});
