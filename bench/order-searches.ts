import type { Database } from '#server/engine/db/client.ts';

/** What staff may know of an order when they look for it. */
export interface KnownOrder {
  number: string;
  purchaseOrder: string;
  company: string;
  name: string;
  phone: string;
  address: string;
  sku: string | null;
  tool: string;
  createdAt: Date;
}

/** Orders from all of the history, one after the other as by chance. */
export async function knownOrders(database: Pick<Database, 'raw'>, count: number): Promise<KnownOrder[]> {
  return database.raw<KnownOrder>(
    `with bounds as (select min(number) as first, max(number) - min(number) + 1 as size from orders),
     picked as (select first + (hashint8extended(turn, 1) & 2147483647) % size as number, turn
       from generate_series(1, $1) as turn, bounds)
     select o.number::text as number, o.purchase_order as "purchaseOrder", o.company, o.name, o.phone, o.address, l.sku,
       l.tool_name as tool, o.created_at as "createdAt"
     from picked join orders o on o.number = picked.number join order_lines l on l.order_id = o.id and l.position = 0
     order by turn`,
    [count],
  );
}

/** What is typed into the search of All Orders: `turn` chooses among the ways to type it. */
export const ORDER_SEARCHES: { by: string; typed(order: KnownOrder, turn: number): string }[] = [
  { by: 'part of a number', typed: ({ number }, turn) => number.slice(turn % 2, turn % 2 === 0 ? -1 : undefined) },
  { by: 'number', typed: ({ number }) => number },
  { by: 'purchase order', typed: ({ purchaseOrder, number }) => purchaseOrder || number },
  {
    by: 'company',
    typed: ({ company }, turn) =>
      turn % 3 === 0
        ? company
        : company
            .split(' ')
            .slice(0, turn % 3 === 1 ? 2 : -1)
            .join(' '),
  },
  {
    by: 'telephone',
    typed: ({ phone }, turn) =>
      turn % 3 === 0 ? phone : turn % 3 === 1 ? phone.replaceAll(/\D/g, '') : phone.replaceAll(' ', '').slice(-6),
  },
  {
    by: 'address',
    typed: ({ address }, turn) =>
      turn % 2 === 0 ? address.replace('\n', ' ') : (address.split('\n')[turn % 4 === 1 ? 0 : 1] ?? address),
  },
  { by: 'SKU', typed: ({ sku, tool }, turn) => (turn % 4 === 0 || !sku ? tool.slice(0, 30) : sku) },
  {
    by: 'three characters',
    typed: ({ name, company, number }, turn) => [name, company, number][turn % 3]!.slice(turn % 2, 3 + (turn % 2)),
  },
];

export function* orderSearches(
  orders: readonly KnownOrder[],
  typed: (order: KnownOrder, turn: number) => string,
): Generator<string, void> {
  for (const [turn, order] of orders.entries()) {
    const q = typed(order, turn).trim();
    if (q.replaceAll(/\s/g, '').length >= 3) yield `/orders?limit=20&q=${encodeURIComponent(q)}`;
  }
}

/** Lists as the screen asks for them: all, by state, open ones by promise, of some days. */
export function* orderLists(orders: readonly KnownOrder[]): Generator<string, void> {
  for (const [turn, { createdAt }] of orders.entries()) {
    const day = createdAt.toISOString().slice(0, 10);
    const later = new Date(createdAt.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
    yield [
      `/orders?limit=${20 + (turn % 30)}`,
      '/orders?limit=20&fulfilment=open&sort=promise',
      `/orders?limit=20&from=${day}&to=${later}`,
      '/orders?limit=20&state=expired',
      '/orders?limit=20&state=refunded',
      `/orders?limit=20&state=paid&from=${day}`,
      '/orders?limit=20&fulfilment=part',
      `/orders?limit=20&to=${day}`,
    ][turn % 8]!;
  }
}
