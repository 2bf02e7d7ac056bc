import { eq, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { issueCreditNotes } from '#server/buying/invoices/issue-credit-note.ts';
import { issueInvoice } from '#server/buying/invoices/issue-invoice.ts';
import { orderLetters } from '#server/buying/order-tables/order-letters.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders, type PaidBy, type StoredState } from '#server/buying/order-tables/orders.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { endApproval } from './end-approval.ts';
import { returnAllStock } from './return-all-stock.ts';

type Order = typeof orders.$inferSelect;

/** What an order lets one do in a state, beside the moves that lead from it. */
interface StateRights {
  /** Its pieces are kept for it. */
  holdsStock: boolean;
  /** Its buyer has something to pay, or its company. */
  toBePaid: boolean;
  /** It is invoiced, as a whole or as it leaves, and credit notes take off that. */
  isInvoiced: boolean;
  /** It closed without payment: its buyer finds it only where they ask for it. */
  isOver: boolean;
}

/**
 * An order begins `waiting`, where a limit of its company asks for somebody's approval, or else `unpaid`; one that replaces what came back
 * begins `free`, and stays so: it costs nothing, has no invoice, and may leave the house.
 * Of one that is `open` its company owes the invoice, or a payment of it was taken back.
 */
export const STATES: Record<StoredState, StateRights> = {
  waiting: { holdsStock: true, toBePaid: false, isInvoiced: false, isOver: false },
  unpaid: { holdsStock: true, toBePaid: true, isInvoiced: false, isOver: false },
  open: { holdsStock: true, toBePaid: true, isInvoiced: true, isOver: false },
  paid: { holdsStock: true, toBePaid: false, isInvoiced: true, isOver: false },
  free: { holdsStock: true, toBePaid: false, isInvoiced: false, isOver: false },
  deleted: { holdsStock: false, toBePaid: false, isInvoiced: false, isOver: true },
  expired: { holdsStock: false, toBePaid: false, isInvoiced: false, isOver: true },
  rejected: { holdsStock: false, toBePaid: false, isInvoiced: false, isOver: true },
};

interface Move<Facts> {
  from: readonly StoredState[];
  to: StoredState;
  /** Before the state changes. @returns the ids of the tools whose stock rose */
  first?: (tx: Tx, order: Order) => Promise<string[]>;
  /** What is written with the state. */
  sets: (facts: Facts) => { [Name in keyof Order]?: Order[Name] | SQL };
  /** What follows, in the same transaction. @param before the order as it was */
  follows: (tx: Tx, order: Order, before: Order) => Promise<void>;
}

const move = <Facts = undefined>(each: Move<Facts>) => each;

const notPaid = { paidAt: null, paidBy: null, transactionId: null };
const closed = { closedAt: sql`now()` };

/**
 * An order's life: every move from state to state, who makes it, and what follows. `moveOrder` makes them and nobody else changes a
 * state; the database refuses to leave one that is over.
 */
export const ORDER_LIFE = {
  /** An approver of its company lets it go on: it is held from now on as long as when it was placed, and its buyer told how to pay. */
  approve: move({
    from: ['waiting'],
    to: 'unpaid',
    // Longer where its buyer chose a transfer.
    sets: () => ({ holdUntil: sql`now() + (${orders.holdUntil} - ${orders.createdAt})` }),
    follows: async (tx, { id }) => {
      // What an order says that was just placed, and how to pay it.
      await tx.insert(orderLetters).values({ orderId: id }).onConflictDoNothing();
    },
  }),

  /**
   * Whoever placed or approved it lets its company owe it, which was judged: it may leave the house, and has its invoice, or gets one with
   * each shipment.
   */
  open: move({
    from: ['unpaid', 'waiting'],
    to: 'open',
    sets: () => ({
      holdUntil: null,
      openedAt: sql`now()`,
      dueOn: sql`case when ${orders.toInvoiceCents} is null then (select shop_today())
        + (select terms_days from ${companies} where ${companies.id} = ${orders.companyId}) end`,
    }),
    follows: async (tx, order) => {
      if (order.toInvoiceCents === null) await issueInvoice(tx, order);
      // Of one that waited, that it was approved.
      await tx.insert(orderLetters).values({ orderId: order.id }).onConflictDoNothing();
    },
  }),

  /**
   * Its card was charged, a transfer came, or its company's account settled its invoice. It has its invoice now, if it had none, and
   * the credit notes of refunds that were heard of earlier.
   */
  pay: move<{ paidBy: PaidBy; transactionId: string }>({
    from: ['unpaid', 'open'],
    to: 'paid',
    sets: (paid) => ({ paidAt: sql`now()`, ...paid }),
    follows: async (tx, order) => {
      if ((await tx.$count(invoices, eq(invoices.orderId, order.id))) === 0) await issueInvoice(tx, order);
      await issueCreditNotes(tx, order);
      await tellNews(tx, 'order.paid', [order.id]);
    },
  }),

  /** Staff took its payment back, or what else settled its invoice: the invoice stays and is owed. */
  oweAgain: move({
    from: ['paid'],
    to: 'open',
    sets: () => notPaid,
    follows: (tx, { id }, { paidAt }) => tellNews(tx, 'order.payment-undone', [id], { paidAt: paidAt?.toISOString() }),
  }),

  /** Its buyer deleted it, or staff cancelled it. */
  cancel: move({
    from: ['unpaid', 'waiting'],
    to: 'deleted',
    first: returnAllStock,
    sets: () => closed,
    follows: async (tx, { id }) => {
      await endApproval(tx, id, 'withdrawn');
      await tellNews(tx, 'order.cancelled', [id]);
    },
  }),

  /** The clock: its stock was held for long enough. */
  expire: move({
    from: ['unpaid', 'waiting'],
    to: 'expired',
    first: returnAllStock,
    sets: () => closed,
    follows: async (tx, { id }) => {
      await endApproval(tx, id, 'expired');
      await tellNews(tx, 'order.expired', [id]);
    },
  }),

  /** An approver of its company, who has written down why. */
  reject: move({
    from: ['waiting'],
    to: 'rejected',
    first: returnAllStock,
    sets: () => closed,
    follows: (tx, { id }) => tellNews(tx, 'order.rejected', [id]),
  }),
};

type Life = typeof ORDER_LIFE;
export type OrderMove = keyof Life;
type FactsOf<Name extends OrderMove> = Life[Name] extends Move<infer Facts> ? Facts : never;

/** An order after it moved. */
interface MoveResult {
  order: Order;
  /** The ids of the tools whose stock rose. */
  restocked: string[];
}

/** Whether a move leads from a state. */
export function mayMove(state: StoredState, name: OrderMove): boolean {
  return ORDER_LIFE[name].from.some((from) => from === state);
}

/**
 * Moves an order, under its lock: the only door through which a state changes. Of several who want to move it, the first does.
 * Numbers of invoices and credit notes are locked until the transaction ends, so this should be its last long step
 * (docs/decisions/370). Tools are locked in the order of their ids, as whoever places an order does it (docs/decisions/361).
 * @param facts how it was paid; its transaction id is no other order's
 * @returns null where the move does not lead from the state that the order has, or there is none
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function moveOrder<Name extends OrderMove>(
  tx: Tx,
  id: string,
  name: Name,
  ...facts: FactsOf<Name> extends undefined ? [] : [FactsOf<Name>]
): Promise<MoveResult | null> {
  const [before] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!before || !mayMove(before.state, name)) return null;
  // One of the table's moves, whose facts are those of its name.
  const { to, first, sets, follows } = ORDER_LIFE[name] as Move<FactsOf<Name>>;
  const restocked = first ? await first(tx, before) : [];
  const [order] = await tx
    .update(orders)
    .set({ ...sets(facts[0] as FactsOf<Name>), state: to })
    .where(eq(orders.id, id))
    .returning();
  if (!order) throw new Error(`the order ${id} went while it was locked`);
  await follows(tx, order, before);
  return { order, restocked };
}
