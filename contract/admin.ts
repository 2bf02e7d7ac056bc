import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from './day.ts';
import { Paging } from './lists.ts';
import { WrittenAs } from './sheets.ts';
import { Order } from './orders.ts';
import { codePoints, text } from './text.ts';

/** An order as staff see it: everybody's, also those that gave their stock back. */
export const AdminOrder = Order.extend({ state: z.enum(['unpaid', 'paid', 'deleted', 'expired']) });
export type AdminOrder = z.infer<typeof AdminOrder>;

/** The fewest characters that orders are searched by. */
export const SHORTEST_ORDER_SEARCH = 3;

export const AdminOrderQuery = Paging.extend({
  state: AdminOrder.shape.state.optional(),
  /** `open`: paid, and something left to ship. */
  fulfilment: z.enum(['open', 'part', 'all'], 'fulfilment must be open, part or all').optional(),
  /** `requested`: its buyer waits for a refund. */
  refund: z.enum(['requested'], 'refund must be requested').optional(),
  /** Days in UTC, inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  /** The whole number of an order, as its slip's code says it. */
  number: z
    .string()
    .regex(/^\d{1,12}$/, 'number must be the number of an order')
    .optional(),
  /** `promise`: what is to leave first comes first; for what is open alone. */
  sort: z.enum(['newest', 'promise'], 'sort must be newest or promise').default('newest'),
  /** Any part of what an order is known by; empty finds all. */
  q: text(0, 200, 'q')
    .transform((words) => words.trim())
    .refine(
      (words) => words === '' || codePoints(words) >= SHORTEST_ORDER_SEARCH,
      `Type at least ${SHORTEST_ORDER_SEARCH} characters`,
    )
    .optional(),
})
  .refine(inOrder, NOT_IN_ORDER)
  .refine(({ sort, fulfilment, q }) => sort === 'newest' || (fulfilment === 'open' && (q === undefined || q === '')), {
    error: 'Only fulfilment=open without q is sorted by promise',
    path: ['sort'],
  });
export type AdminOrderQuery = z.output<typeof AdminOrderQuery>;

export const UserQuery = Paging.extend({
  q: text(0, 200, 'q').optional(),
  sort: z.enum(['newest', 'email'], 'sort must be newest or email').optional(),
});
export type UserQuery = z.output<typeof UserQuery>;

/** Who did what to whom. `details` depend on the action. */
export const AuditEntry = z.object({
  _id: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** Whether it changed prices, texts or settings, which can be put back. */
  canPutBack: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const auditFilter = {
  /** Part of the e-mail address of who did it. */
  who: text(0, 200, 'who').optional(),
  /** An action, or all of a subject such as `tool`. */
  what: z
    .string()
    .regex(
      /^[a-z-]{1,40}(\.[a-z-]{1,40})?$/,
      'what must be an action, such as tool.edited, or what it is about, such as tool',
    )
    .optional(),
  /** The id, or part of the name, number or e-mail address, of what it was done to. */
  about: text(0, 200, 'about').optional(),
  /** Days in UTC, inclusive. */
  from: Day.optional(),
  to: Day.optional(),
};
export const AuditQuery = Paging.extend(auditFilter).refine(inOrder, NOT_IN_ORDER);
export type AuditQuery = z.output<typeof AuditQuery>;

/** The same filters for a sheet of all that fits. */
export const AuditExportQuery = z.strictObject({ ...auditFilter, format: WrittenAs }).refine(inOrder, NOT_IN_ORDER);
export type AuditFilter = Omit<z.output<typeof AuditExportQuery>, 'format'>;

/** What of a change was put back; `kept` names the fields that somebody has changed again since, which stay as they are. */
export const PutBack = z.object({ modifiedCount: z.number(), kept: z.array(z.string()) });
export type PutBack = z.infer<typeof PutBack>;

export const FiguresQuery = z.object({
  days: z
    .string()
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
const Seller = z.object({ toolId: z.string(), tool: z.string(), pieces: z.number(), revenue: z.number() });

/** The shop at a glance. Money in dollars, days in UTC. */
export const Figures = z.object({
  /** One entry a day, oldest first, days without orders included; `revenue` counts on the day of payment, refunds taken off. */
  days: z.array(z.object({ day: z.string(), orders: z.number(), revenue: z.number() })),
  /** The same by the unit asked for; `before` is the span as far back as all of them reach together. */
  spans: z.array(Sums.extend({ from: z.string(), to: z.string(), before: Sums })),
  /** Today, and the last 7, 30 and 365 days, each with as many days before them. */
  periods: z.array(Sums.extend({ name: z.enum(['day', 'week', 'month', 'year']), days: z.number(), before: Sums })),
  unpaid: z.object({ orders: z.number(), sum: z.number() }),
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
        availableQuantity: z.number(),
        minOrderQuantity: z.number(),
      }),
    ),
  }),
  /** How many days the sellers below are of: the most of 7, 14, 30, 60 and 90 that `days` has, and at least 7. */
  sellersDays: z.number(),
  /** By pieces paid for in these days. */
  bestSellers: z.array(Seller),
  /** On sale and sold least in these days, nothing at all before the rest. */
  worstSellers: z.array(Seller),
  /** What is gone within 90 days where it goes on selling as in these, the first before the rest. */
  runningOut: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      availableQuantity: z.number(),
      pieces: z.number(),
      daysLeft: z.number(),
    }),
  ),
});
export type Figures = z.infer<typeof Figures>;
