import type { Scope } from '#contract/office/api-keys.ts';

/** What each scope lets another system do, in the words of the office. */
export const SCOPE_WORDS: Record<Scope, string> = {
  'orders.place': 'Place orders and see those it placed',
  'orders.read': 'See all orders and their documents',
  'orders.change': 'Cancel orders and change their delivery details',
  'orders.refund': 'Issue refunds',
  'orders.ship': 'Ship orders and print slips',
  'orders.record-payment': 'Record bank transfers',
  'tools.read': 'See all tools and their stock',
  'tools.write': 'Add and change tools, pictures, import',
  'tools.stock': 'Add to and take from stock',
  'tools.remove': 'Remove tools',
  supply: 'Announce and receive goods',
  'companies.read': 'See companies and their people',
  companies: 'Add people to companies, and write notes about them',
  export: 'Export tools and orders',
  figures: 'See the figures of the overview',
  settings: 'See and change the settings',
  audit: 'See the audit log',
};
