/**
 * Who may do what in a company: the one table that the server and the pages read. These roles are the company's own and say
 * nothing of who works for the shop (contract/policy.ts).
 */

export const COMPANY_ROLES = ['buyer', 'approver', 'accounts', 'manager'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** Each thing that one may do in a company with the roles that may. */
export const COMPANY_POLICY = {
  /** What it is, who is in it, what it pays, and its own part numbers. */
  read: COMPANY_ROLES,
  /** Its name, addresses, references and cost centres. */
  facts: ['manager'],
  /** Invite, change and take out its people. */
  members: ['manager'],
  /** Buy for it. */
  order: ['buyer', 'approver', 'manager'],
  /** See what others ordered for it, with the papers. */
  'orders.read': ['approver', 'accounts', 'manager'],
  /** Pay, change, delete and withdraw what others ordered for it. */
  'orders.change': ['manager'],
  approve: ['approver', 'manager'],
  /** See quotes that others asked for, and accept them. */
  'quotes.read': ['approver', 'manager'],
  /** What it owes and paid. */
  account: ['accounts', 'manager'],
  'part-numbers': ['buyer', 'approver', 'manager'],
} as const satisfies Record<string, readonly CompanyRole[]>;

export type CompanyPermission = keyof typeof COMPANY_POLICY;

/** Whether a role in a company has a permission there. */
export function mayInCompany(role: CompanyRole, permission: CompanyPermission): boolean {
  return (COMPANY_POLICY[permission] as readonly CompanyRole[]).includes(role);
}
