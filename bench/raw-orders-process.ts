import { Pool, type PoolClient } from 'pg';
import { newId } from '#server/engine/db/new-id.ts';
import { BARE, type RawOrders, type RawResult } from './raw-orders.ts';

/** The order transaction as anybody would write it: five trips to the server on each of so many connections, and nothing else: no trigger of ours is called. */
process.on('message', ({ url, connections, customers, tools }: RawOrders) => {
  void order(url, connections, customers, tools).then((result) => process.send?.(result));
});

let pool: Pool | undefined;

async function order(url: string, connections: number, customers: string[], tools: string[]): Promise<RawResult> {
  pool ??= new Pool({ connectionString: url, max: connections, options: BARE });
  const clients = await Promise.all(Array.from({ length: connections }, () => pool!.connect()));
  let next = 0;
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let at = next++; at < customers.length; at = next++)
        await transaction(client, customers[at]!, tools[at % tools.length]!);
    }),
  );
  const elapsed = performance.now() - began;
  for (const client of clients) client.release();
  return { rate: (customers.length * 1000) / elapsed };
}

async function transaction(client: PoolClient, customer: string, tool: string): Promise<void> {
  await client.query({ name: 'begin', text: 'begin' });
  const { rows } = await client.query<{ name: string; price_cents: number }>({
    name: 'take',
    text: `update tools set available_quantity = available_quantity - $2, version = version + 1, updated_at = now()
           where id = $1 and available_quantity >= $2 returning name, price_cents`,
    values: [tool, 1],
  });
  const [taken] = rows;
  if (!taken) throw new Error('The tool is sold out.');
  const id = newId();
  await client.query({
    name: 'order',
    text: `insert into orders (id, user_id, name, email, address, phone, total_cents)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, customer, 'Buyer', 'buyer@buyers.test', '1 Dock Road', '555', taken.price_cents],
  });
  await client.query({
    name: 'line',
    text: `insert into order_lines (id, order_id, tool_id, tool_name, unit_price_cents, quantity)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [newId(), id, tool, taken.name, taken.price_cents, 1],
  });
  await client.query({ name: 'commit', text: 'commit' });
}
