import { z } from 'zod';
import { Address } from './addresses.ts';
import { Order } from '../buying/orders.ts';
import { Quote } from '../buying/quotes.ts';
import { Review } from '../buying/reviews.ts';
import { Return } from '../money/returns.ts';
import { AccountEntry } from '../money/account.ts';
import { User } from '../office/users.ts';

/** A tool that lies in a basket or a list. */
const KeptLine = z.object({ toolId: z.string(), tool: z.string(), quantity: z.number() });

/** Everything that the shop keeps about somebody, for themselves; never a hash, token or secret. */
export const MyData = z.object({
  account: User.extend({
    image: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    twoFactorEnabled: z.boolean(),
    lastSignInAt: z.string().nullable(),
    /** What the shop's staff note of them for each other. */
    note: z.string(),
  }),
  waysIn: z.array(z.object({ provider: z.string(), since: z.string() })),
  sessions: z.array(
    z.object({ createdAt: z.string(), expiresAt: z.string(), ipAddress: z.string(), userAgent: z.string() }),
  ),
  addresses: z.array(Address),
  orders: z.array(Order),
  /** What was invoiced, paid, credited and given back of those orders. */
  entries: z.array(AccountEntry),
  /** What they asked a price for, with what both sides wrote. */
  quotes: z.array(Quote),
  /** What they reported of their orders, with what both sides wrote. */
  returns: z.array(Return),
  basket: z.array(KeptLine),
  lists: z.array(z.object({ name: z.string(), createdAt: z.string(), lines: z.array(KeptLine) })),
  /** Lists, a company's too, that the shop orders again and again as them. */
  standingOrders: z.array(
    z.object({
      list: z.string(),
      every: z.string(),
      day: z.number(),
      until: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
  /** The companies that they belong to. */
  companies: z.array(
    z.object({
      name: z.string(),
      number: z.string(),
      role: z.string(),
      orderLimit: z.number().nullable(),
      monthLimit: z.number().nullable(),
      since: z.string(),
    }),
  ),
  /** Whom they chose to buy for last; null is themselves, or nobody yet. */
  buyingFor: z.string().nullable(),
  reviews: z.array(Review),
  /** Keys with which other systems call the shop as them: never the key itself. */
  apiKeys: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.string()),
      createdAt: z.string(),
      expiresAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  /** Endpoints of other systems that they look after. */
  webhooks: z.array(z.object({ url: z.string(), events: z.array(z.string()), createdAt: z.string() })),
  /** Connections of their company's own system that buy as them. */
  punchouts: z.array(z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })),
  stockAlerts: z.array(z.object({ toolId: z.string(), createdAt: z.string() })),
  mails: z.array(z.object({ subject: z.string(), createdAt: z.string() })),
});
export type MyData = z.infer<typeof MyData>;
