import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { Paging } from '../lists.ts';
import { bounded, codePoints, text } from '../text.ts';
import { Order, WantedState } from './orders.ts';

/** An order as staff see it: everybody's, also those that gave their stock back. */
export const StaffOrder = Order;
export type StaffOrder = z.infer<typeof StaffOrder>;

/** The fewest characters that orders are searched by. */
export const SHORTEST_ORDER_SEARCH = 3;

export const StaffOrderQuery = Paging.extend({
  state: WantedState.optional(),
  /** `open`: paid, and something left to ship. */
  fulfilment: z.enum(['open', 'ready', 'part', 'all'], 'fulfilment must be open, ready, part or all').optional(),
  /** `requested`: its buyer waits for a refund. */
  refund: z.enum(['requested'], 'refund must be requested').optional(),
  /** Of this company alone. */
  companyId: text(1, 64, 'companyId').optional(),
  /** In this account alone, by the user's id. */
  userId: text(1, 64, 'userId').optional(),
  /** Days of the shop, inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  /** The whole number of an order, as its slip's code says it. */
  number: bounded(20, 'number must be an order number')
    .regex(/^\d{1,12}$/, 'number must be an order number')
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
  .refine(
    ({ sort, fulfilment, q }) =>
      sort === 'newest' || ((fulfilment === 'open' || fulfilment === 'ready') && (q === undefined || q === '')),
    {
      error: 'sort=promise needs fulfilment=open or ready and no q',
      path: ['sort'],
    },
  );
export type StaffOrderQuery = z.output<typeof StaffOrderQuery>;
