import { z } from 'zod';
import { bounded } from '../text.ts';

export const FiguresQuery = z.strictObject({
  days: bounded(20, 'days must be a whole number from 1 to 366')
    .regex(/^\d{1,3}$/, 'days must be a whole number from 1 to 366')
    .transform(Number)
    .refine((days) => days >= 1 && days <= 366, 'days must be a whole number from 1 to 366')
    .default(30),
  /** What `spans` are: days as many as `days`, or 26 weeks, 12 months, 5 years. */
  by: z.enum(['day', 'week', 'month', 'year'], 'by must be day, week, month or year').default('day'),
});
export type FiguresQuery = z.output<typeof FiguresQuery>;
export type SpanUnit = FiguresQuery['by'];

const Sums = z.object({ orders: z.number(), revenue: z.number() });
/** The stock number by which pieces are picked; null where the tool has none. */
const sku = z.string().nullable();
const Seller = z.object({ toolId: z.string(), tool: z.string(), sku, pieces: z.number(), revenue: z.number() });

/** The shop at a glance. Days are the shop's. */
export const Figures = z.object({
  /**
   * One entry a day, oldest first, days without orders included. `orders` were placed on it; `revenue` is what the orders paid on it
   * came to with freight and tax, less what was given back of them. All but `unpaid`, `toShip`, `expiring`, `customers` and `short` is
   * as of a moment ago.
   */
  days: z.array(z.object({ day: z.string(), orders: z.number(), revenue: z.number() })),
  /** The same by the unit asked for; `before` is the span as far back as all of them reach together. */
  spans: z.array(Sums.extend({ from: z.string(), to: z.string(), before: Sums })),
  /** Today, and the last 7, 30 and 365 days, each with as many days before them. */
  periods: z.array(Sums.extend({ name: z.enum(['day', 'week', 'month', 'year']), days: z.number(), before: Sums })),
  /**
   * Of the orders paid in the last `days`: what they came to with freight and tax less refunds, the tax in it, the same without tax; their
   * goods, those of them whose cost is kept, and what these brought beyond it; null: no cost is kept.
   */
  result: z.object({
    days: z.number(),
    gross: z.number(),
    tax: z.number(),
    net: z.number(),
    goods: z.number(),
    goodsWithCost: z.number(),
    margin: z.number().nullable(),
  }),
  unpaid: z.object({ orders: z.number(), sum: z.number() }),
  /** Owed on account, and how many of them are past their day. */
  owed: z.object({ orders: z.number(), overdue: z.number() }),
  /** Paid, and something left to ship; since when the oldest of them waits. */
  toShip: z.object({ orders: z.number(), oldest: z.string().nullable() }),
  /** Unpaid, and their stock is free again within 24 hours: how many, and those that are first. */
  expiring: z.object({
    orders: z.number(),
    first: z.array(
      z.object({ _id: z.string(), number: z.string(), customer: z.string(), price: z.number(), holdUntil: z.string() }),
    ),
  }),
  customers: z.number(),
  /** Tools with less in stock than their minimum order, the emptiest first: how many, and the first of them. */
  short: z.object({
    tools: z.number(),
    first: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        sku,
        availableQuantity: z.number(),
        minOrderQuantity: z.number(),
      }),
    ),
  }),
  /** How many days the sellers below are of: `days`, but 7 at least and 90 at most. */
  sellersDays: z.number(),
  /** By pieces paid for in these days and not given back; their `revenue` is without freight and tax. */
  bestSellers: z.array(Seller),
  /** On sale and sold least in these days, nothing at all before the rest. */
  worstSellers: z.array(Seller),
  /** What is gone within 90 days where it goes on selling as in these, the first before the rest. */
  runningOut: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      sku,
      availableQuantity: z.number(),
      pieces: z.number(),
      daysLeft: z.number(),
    }),
  ),
});
export type Figures = z.infer<typeof Figures>;
