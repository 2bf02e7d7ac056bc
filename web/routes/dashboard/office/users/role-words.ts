import { type Permission, permissionsOf, type Role } from '#contract/policy.ts';

/** What each permission lets somebody do, as it is asked before they get it. */
const WORDS: Record<Permission, string> = {
  'orders.read': 'see all orders and their documents',
  'orders.change': 'cancel unpaid orders and change delivery details',
  'orders.refund': 'issue refunds',
  'orders.refund-any': 'refund any amount',
  prices: 'see prices and amounts',
  'orders.ship': 'ship orders and print packing slips',
  'orders.record-payment': 'record payments that came by bank transfer',
  'tools.read': 'see all products, including those not on sale',
  'tools.write': 'add and edit products, pictures and prices',
  'tools.stock': 'add and remove stock',
  supply: 'announce and receive goods',
  'tools.remove': 'remove products',
  'companies.read': 'see every company, its people and its account',
  companies: 'open and activate companies, and choose their price list',
  'companies.terms': 'set payment terms and credit limits of companies',
  quotes: 'answer requests for quotes',
  returns: 'answer and settle returns',
  reviews: 'hide and remove reviews',
  punchout: 'connect the purchasing systems of companies',
  export: 'export orders, invoices and products',
  books: 'set the account numbers for the tax adviser',
  settings: 'change the settings of the shop',
  pages: 'write pages such as imprint and terms',
  users: 'change roles, invite and remove people',
  audit: 'read the audit log and undo changes',
  figures: 'see revenue and figures',
  'api-keys': 'give other systems access with API keys',
  webhooks: 'notify other systems with webhooks',
};

const NAMES: Record<Role, string> = {
  customer: 'Customer',
  sales: 'Sales',
  warehouse: 'Warehouse',
  bookkeeper: 'Bookkeeper',
  admin: 'Admin',
};

/** A role as people say it. */
export function roleName(role: Role): string {
  return NAMES[role];
}

/** What a role may do beyond what every customer may, line by line. */
export function roleWords(role: Role): string[] {
  return permissionsOf(role).map((permission) => WORDS[permission]);
}
