import { type Permission, permissionsOf, type Role } from '#contract/policy.ts';

/** What each permission lets somebody do, as it is asked before they get it. */
const WORDS: Record<Permission, string> = {
  'orders.read': "see everybody's orders and their papers",
  'orders.change': 'cancel unpaid orders and change where one goes',
  'orders.refund': 'give money back',
  'orders.ship': 'ship orders and print packing slips',
  'orders.record-payment': 'record payments that came by bank transfer',
  'tools.read': 'see all products, also those that are not on sale',
  'tools.write': 'add and edit products, pictures and prices',
  'tools.stock': 'add to and take from the stock',
  'tools.remove': 'remove products',
  'companies.read': 'see every firm, its people and its account',
  companies: 'open firms, let them buy, and say by which price list',
  'companies.terms': 'say when a firm pays and how much it may owe',
  quotes: 'answer what customers ask a price for',
  export: 'save orders, invoices and products as sheets',
  settings: 'change the settings of the shop',
  users: 'give and take roles, invite and remove people',
  audit: 'read the audit log and put changes back',
  figures: 'see revenue and figures',
  'api-keys': 'let other systems in with API keys',
  webhooks: 'send news to other systems',
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
