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

/** Who belongs to a firm, who is asked to, and customers whom staff know from the telephone. */
export const companyPeopleRoutes = defineRoutes({
  listMembers: {
    call: 'GET /company/:id/members',
    access: 'signed-in',
    summary: 'The people of a firm by name, to its members and to staff',
    answer: z.array(Member),
    errors: ['COMPANY_NOT_FOUND'],
  },
  changeMember: {
    call: 'PUT /company/:id/member/:userId',
    access: 'signed-in',
    summary: "Change somebody's role and limits in a firm, by its managers",
    body: MemberEdit,
    answer: Member,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'MEMBER_NOT_FOUND', 'LAST_MANAGER'],
  },
  removeMember: {
    call: 'DELETE /company/:id/member/:userId',
    access: 'signed-in',
    summary: 'Take somebody out of a firm, by its managers, or leave it',
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'MEMBER_NOT_FOUND', 'LAST_MANAGER'],
  },
  inviteMember: {
    call: 'POST /company/:id/invitation',
    access: 'signed-in',
    summary: 'Ask somebody into a firm by letter; an open invitation of the address is replaced',
    body: NewCompanyInvitation,
    answer: CompanyInvitation,
    status: 201,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
  },
  listCompanyInvitations: {
    call: 'GET /company/:id/invitations',
    access: 'signed-in',
    summary: 'Who is asked into a firm and has not come yet, to its managers',
    answer: z.array(CompanyInvitation),
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN'],
  },
  withdrawCompanyInvitation: {
    call: 'DELETE /company/:id/invitation/:invitationId',
    access: 'signed-in',
    summary: 'Take an invitation into a firm back',
    answer: DeletedCount,
    errors: ['COMPANY_NOT_FOUND', 'FORBIDDEN', 'INVITATION_NOT_FOUND'],
  },
  acceptCompanyInvitation: {
    call: 'POST /invitation/accept',
    access: 'signed-in',
    summary: 'Join the firm that a letter asks into, with the address that it was written to',
    body: InvitationToken,
    answer: Joined,
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_NOT_YOURS', 'INVITATION_GONE'],
  },
  addCustomer: {
    call: 'POST /customer',
    access: 'staff:orders.change',
    summary:
      'Keep a customer who never registered, and write to them how they choose a way in; one who belongs to a company from now on takes `companies`, too, and a key makes no manager',
    body: NewCustomer,
    answer: Customer,
    status: 201,
    errors: ['CUSTOMER_EXISTS', 'COMPANY_NOT_FOUND', 'RATE_LIMITED'],
  },
});
