import { z } from 'zod';
import type { BuyerScope } from '../buying/buyer-keys.ts';
import type { Permission } from '../policy.ts';
import { someOf } from '../scopes.ts';
import { text } from '../text.ts';

/**
 * What a key can be for: the permissions of contract/policy.ts that another system has a use for, and `orders.place`, which
 * is what a customer may do about baskets and orders of their own. Never people, rights, what a company is given, keys or
 * webhooks, so that a key that is stolen cannot make itself another one: one for `companies` notes, and adds people to
 * companies, no managers.
 */
export const SCOPES = [
  'orders.place',
  'orders.read',
  'orders.change',
  'orders.refund',
  'orders.ship',
  'orders.record-payment',
  'tools.read',
  'tools.write',
  'tools.stock',
  'tools.remove',
  'supply',
  'companies.read',
  'companies',
  'export',
  'figures',
  'settings',
  'audit',
] as const satisfies readonly (Permission | 'orders.place')[];
export type Scope = (typeof SCOPES)[number];

/** What a key that a buyer made is for, told from what the shop's own are: none of it is a permission of staff. */
export type KeyScope = Scope | `buyer.${BuyerScope}`;

/** How every key begins, so that people, logs and scanners know one when they see it. */
export const KEY_PREFIX = 'tbk_';
/** How many keys a shop may have at once. */
export const MOST_KEYS = 100;
/** How many calls one key may make in a minute, in each of the shop's processes. */
export const KEY_CALLS_PER_MINUTE = 600;

export const NewApiKey = z.strictObject({
  name: text(1, 80, 'A name'),
  scopes: someOf(SCOPES),
  /** When it ends by itself; without it, never. */
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Enter a time such as 2030-01-31T12:00:00Z' })
    .refine((moment) => Date.parse(moment) > Date.now(), 'Enter a time in the future')
    .optional(),
});
export type NewApiKey = z.output<typeof NewApiKey>;

/** A key as the list shows it: never the key itself, which is kept nowhere. */
export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  /** The first characters of the key, to tell it from others. */
  begins: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** Those that do nothing now, since whoever made the key may no longer do it themselves. */
  lost: z.array(z.enum(SCOPES)),
  /** The e-mail address of whoever made it, as whom it acts. */
  madeBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The answer of the call that makes one: the only time that the key itself is said. */
export const MadeApiKey = ApiKey.extend({ key: z.string() });
export type MadeApiKey = z.infer<typeof MadeApiKey>;
