import { type SQL, sql } from 'drizzle-orm';
import { BANK_PREFIX } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';

/** Pieces of a line whose money went back: all of them, and those of them that never left the house. */
interface GivenBack {
  pieces: number;
  unshipped: number;
}

/** What happened to the money of an order that is paid or owed, beyond its own row. */
export interface OrderMoney {
  invoiceNumber?: string;
  /** By tool. */
  refunded?: Map<string, GivenBack>;
  transfer?: Order['transfer'];
}

/** The same as it is read. */
interface Read {
  invoiceNumber: string | null;
  refunded: (GivenBack & { toolId: string })[] | null;
  transfer: NonNullable<Order['transfer']> | null;
}

/** The money of an order that is read; null where it is neither paid nor owed. */
export function moneyOf(): SQL<Read | null> {
  return sql`case when orders.state in ('paid', 'open') then json_build_object(
    'invoiceNumber', (select number from invoices where order_id = orders.id and series = 'invoice'),
    'refunded', (
      select json_agg(json_build_object('toolId', tool_id, 'pieces', pieces, 'unshipped', unshipped)) from (
        select tool_id, sum(quantity) as pieces, sum(unshipped) as unshipped from refund_lines
          where order_id = orders.id group by tool_id
      ) as given),
    'transfer', case when starts_with(orders.transaction_id, ${BANK_PREFIX}) then (
      select json_build_object('date', received_on, 'reference', reference) from bank_payments
        where id = orders.transaction_id) end
  ) end`;
}

export function presentMoney({ invoiceNumber, refunded, transfer }: Read): OrderMoney {
  return {
    refunded: new Map(refunded?.map(({ toolId, ...pieces }) => [toolId, pieces])),
    ...(invoiceNumber === null ? {} : { invoiceNumber }),
    ...(transfer === null ? {} : { transfer }),
  };
}
