import { type SQL, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Order } from '#contract/buying/orders.ts';
import { leftOfPaper } from '#server/buying/ledger/left-to-pay.ts';
import { OVERPAID } from './overpaid.ts';
import { receivedPaymentsOf } from '#server/buying/order-tables/received-payments.ts';

/** Pieces of a line whose money went back: all of them, and those of them that never left the house. */
interface RefundedPieces {
  pieces: number;
  unshipped: number;
}

/** What happened to the money of an order that is paid or owed, beyond its own row. */
export interface OrderMoney {
  invoices?: Order['invoices'];
  /** By tool. */
  refunded?: Map<string, RefundedPieces>;
  transfer?: Order['transfer'];
  payments?: Order['payments'];
  /** Cents. */
  overpaid?: number;
}

/** The same as it is read. */
interface MoneyRow {
  invoices: (Omit<Order['invoices'][number], 'price' | 'open'> & Record<'cents' | 'open', number>)[] | null;
  refunded: (RefundedPieces & { toolId: string })[] | null;
  transfer: NonNullable<Order['transfer']> | null;
  payments: (Omit<Order['payments'][number], 'amount'> & { cents: number })[] | null;
  overpaid: number;
}

/** The money of an order that is read; null where nothing can have come for it. */
export function moneyOf(): SQL<MoneyRow | null> {
  return sql`case when orders.state <> 'waiting' then json_build_object(
    'invoices', (
      select json_agg(json_build_object('number', number, 'day', (issued_at at time zone zone)::date,
        'shipmentId', shipment_id, 'cents', total_cents, 'dueAt', coalesce(invoices.due_on, orders.due_on),
        'open', ${sql.raw(leftOfPaper('invoices', 'orders'))}) order by issued_at, sequence)
      from invoices where order_id = orders.id and series = 'invoice'),
    'refunded', (
      select json_agg(json_build_object('toolId', tool_id, 'pieces', pieces, 'unshipped', unshipped)) from (
        select tool_id, sum(quantity) as pieces, sum(unshipped) as unshipped from refund_lines
          where order_id = orders.id group by tool_id
      ) as given),
    'transfer', case when orders.paid_by = 'transfer' then (
      select json_build_object('date', received_on, 'reference', reference) from bank_payments
        where id = orders.transaction_id) end,
    'payments', (select json_agg(came order by at, reference) from (${sql.raw(receivedPaymentsOf('orders'))}) as came),
    'overpaid', ${OVERPAID}
  ) end`;
}

export function presentMoney({ invoices, refunded, transfer, payments, overpaid }: MoneyRow): OrderMoney {
  return {
    refunded: new Map(refunded?.map(({ toolId, ...pieces }) => [toolId, pieces])),
    invoices: (invoices ?? []).map(({ cents, open, ...said }) => ({
      ...said,
      price: centsToMoney(cents),
      open: centsToMoney(open),
    })),
    ...(transfer === null ? {} : { transfer }),
    overpaid,
    payments: (payments ?? []).map(({ at, cents, ...said }) => ({
      at: new Date(at).toISOString(),
      ...said,
      amount: centsToMoney(cents),
    })),
  };
}
