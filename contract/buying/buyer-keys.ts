import { z } from 'zod';
import { someOf } from '../scopes.ts';
import { text } from '../text.ts';

/** What a key that a buyer makes can be for: the basket and lists, orders and their papers, quotes. */
export const BUYER_SCOPES = ['basket', 'orders', 'quotes'] as const;
export type BuyerScope = (typeof BUYER_SCOPES)[number];

/** How many keys one buyer may have at once. */
export const MOST_BUYER_KEYS = 10;

export const NewBuyerKey = z.strictObject({
  name: text(1, 80, 'A name'),
  scopes: someOf(BUYER_SCOPES),
  /** The company that it buys for, and no other; without it, it buys for whoever makes it. */
  companyId: text(1, 64, 'companyId').nullish(),
});
export type NewBuyerKey = z.output<typeof NewBuyerKey>;

/** A key as its list shows it: never the key itself, which is kept nowhere. */
export const BuyerKey = z.object({
  _id: z.string(),
  name: z.string(),
  /** The first characters of the key, to tell it from others. */
  begins: z.string(),
  scopes: z.array(z.enum(BUYER_SCOPES)),
  companyId: z.string().nullable(),
  createdAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
});
export type BuyerKey = z.infer<typeof BuyerKey>;

/** The answer of the call that makes one: the only time that the key itself is said. */
export const MadeBuyerKey = BuyerKey.extend({ key: z.string() });
export type MadeBuyerKey = z.infer<typeof MadeBuyerKey>;
