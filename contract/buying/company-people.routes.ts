import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import {
  CompanyInvitation,
  Customer,
  InvitationToken,
  Joined,
  Member,
  MemberEdit,
  NewCompanyInvitation,
  NewCustomer,
} from './company-people.ts';

/** Who belongs to a company, who is asked to, and customers whom staff know from the telephone. */
export const companyPeopleRoutes = defineRoutes({
  listMembers: {
    call: 'GET /company/:id/members',
    access: 'signed-in',
    summary: 'The members of a company by name, for its members and staff',
    answer: z.array(Member),
    errors: ['COMPANY_NOT_FOUND'],
  },
  changeMember: {
    call: 'PUT /company/:id/member/:userId',
    access: 'signed-in',
    summary: "Change a member's role and limits, by the company's managers",
    body: MemberEdit,
    answer: Member,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'MEMBER_NOT_FOUND', 'LAST_MANAGER'],
  },
  removeMember: {
    call: 'DELETE /company/:id/member/:userId',
    access: 'signed-in',
    summary: 'Remove a member from a company, by its managers, or leave it',
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'MEMBER_NOT_FOUND', 'LAST_MANAGER'],
  },
  inviteMember: {
    call: 'POST /company/:id/invitation',
    access: 'signed-in',
    summary: 'Invite somebody to a company by e-mail; an open invitation to the same address is replaced',
    body: NewCompanyInvitation,
    answer: CompanyInvitation,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
  },
  listCompanyInvitations: {
    call: 'GET /company/:id/invitations',
    access: 'signed-in',
    summary: 'Open invitations to a company, for its managers',
    answer: z.array(CompanyInvitation),
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  },
  withdrawCompanyInvitation: {
    call: 'DELETE /company/:id/invitation/:invitationId',
    access: 'signed-in',
    summary: 'Withdraw an invitation to a company',
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'INVITATION_NOT_FOUND'],
  },
  acceptCompanyInvitation: {
    call: 'POST /invitation/accept',
    access: 'signed-in',
    summary: 'Accept an invitation to a company, with the address that it was sent to',
    body: InvitationToken,
    answer: Joined,
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_NOT_YOURS', 'INVITATION_GONE'],
  },
  addCustomer: {
    call: 'POST /customer',
    access: 'staff:orders.change',
    summary:
      'Add a customer who never registered, and e-mail them how to sign in; adding them to a company needs `companies`, too, and an API key cannot make them a manager',
    body: NewCustomer,
    answer: Customer,
    status: 201,
    errors: ['CUSTOMER_EXISTS', 'COMPANY_NOT_FOUND', 'RATE_LIMITED'],
  },
});
