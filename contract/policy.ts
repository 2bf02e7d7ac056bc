/**
 * Who may do what: the one table that the server, its menus and the tests read. The access column of contract/routes.ts
 * names permissions of it, and nothing else asks for a role by name.
 */

/** Everybody has one. The four beside `customer` are staff. */
export const ROLES = ['customer', 'sales', 'warehouse', 'bookkeeper', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const everyStaff = ['sales', 'warehouse', 'bookkeeper', 'admin'] as const;
const sellers = ['sales', 'admin'] as const;
const packers = ['sales', 'warehouse', 'admin'] as const;
const counters = ['sales', 'bookkeeper', 'admin'] as const;
const bookkeepers = ['bookkeeper', 'admin'] as const;
const admins = ['admin'] as const;

/** Each permission with the roles that have it. */
export const POLICY = {
  /** Any order with its papers, and the list of all. */
  'orders.read': everyStaff,
  /** Cancel an unpaid order, change where one goes, order on somebody's behalf. */
  'orders.change': sellers,
  'orders.refund': sellers,
  /** Give back more of an order than the settings allow those who sell. */
  'orders.refund-any': admins,
  'orders.ship': packers,
  /** See what things cost, whatever the settings say of those who pack. */
  prices: counters,
  /** Record a payment that came by bank transfer. */
  'orders.record-payment': counters,
  /** All tools, also those that are not on sale, and the history of their stock. */
  'tools.read': everyStaff,
  /** Add and edit tools, pictures, import. */
  'tools.write': sellers,
  /** Add to or take from a tool's stock. */
  'tools.stock': packers,
  /** Announce and receive goods, and see what is to be ordered. */
  supply: packers,
  'tools.remove': admins,
  /** Every company, with its people, orders and account. */
  'companies.read': counters,
  /** Open a company, let it buy, and say by which list. */
  companies: sellers,
  /** Say when a company pays, and how much it may owe. */
  'companies.terms': bookkeepers,
  /** Answer what customers ask a price for. */
  quotes: sellers,
  /** Answer what customers report of goods, and settle it. */
  returns: sellers,
  /** Hide and remove what customers say of the shop. */
  reviews: sellers,
  /** Open doors for buyers whose people order from their own system. */
  punchout: sellers,
  export: counters,
  /** Say by which accounts the tax adviser's files are written. */
  books: bookkeepers,
  settings: admins,
  /** Write the shop's own pages: imprint, terms and others. */
  pages: admins,
  users: admins,
  audit: admins,
  figures: admins,
  'api-keys': admins,
  webhooks: admins,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof POLICY;
export const PERMISSIONS = Object.keys(POLICY) as Permission[];

/** Whether a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  return (POLICY[permission] as readonly Role[]).includes(role);
}

/** All that a role may do beyond what every customer may. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => may(role, permission));
}

/** The role that a word stands for, wherever it was kept; whoever has none of ours is a customer. */
export function roleOf(word: string): Role {
  return ROLES.find((role) => role === word) ?? 'customer';
}

/** Whether somebody works here: may do anything that a customer may not. */
export function isStaff(role: Role): boolean {
  return permissionsOf(role).length > 0;
}

/** The role that hands out roles; there is always somebody who has it. */
export const ADMIN: Role = 'admin';
