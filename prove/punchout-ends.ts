import { attributeOf, elementAt, textAt } from '#server/buying/punchout/cxml-read.ts';
import type { TakingSystem } from '#server/buying/punchout-documents/system-for-tests.ts';
import type { Arena } from './arena.ts';
import type { Play } from './punchout-side.ts';
import { pause } from './random.ts';

/* What the proof of the doors for large buyers looks at when it is over. */

const REST_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 1_000;

interface Placed {
  companyId: string;
  number: string;
  lines: { tool: string; pieces: number; cents: number }[];
}

/** Orders that are not as they were sent, there twice, missing, or refused and there. */
export async function wrongOrders({ arena, orders }: Play): Promise<string[]> {
  const rows = await arena.database.raw<Placed>(
    `select o.company_id as "companyId", o.purchase_order as number,
       json_agg(json_build_object('tool', l.tool_id, 'pieces', l.quantity, 'cents', l.unit_price_cents)) as lines
     from orders o join order_lines l on l.order_id = o.id
     where o.company_id is not null group by o.id`,
  );
  const wrong: string[] = [];
  const known = new Set(orders.map(({ id }) => id));
  for (const { number } of rows) if (!known.has(number)) wrong.push(`nobody sent ${number}`);
  for (const { id, connection, lines, said, wasCut } of orders) {
    const placed = rows.filter(({ number }) => number === id);
    if (placed.length > 1) wrong.push(`${id} was placed ${placed.length} times`);
    const [found] = placed;
    if (!found && said.includes('200')) wrong.push(`${id} was taken and is not there`);
    if (found && !said.includes('200') && !wasCut) wrong.push(`${id} was refused and is there`);
    if (!found) continue;
    if (found.companyId !== connection.companyId) wrong.push(`${id} is another company's`);
    const isAsSent =
      found.lines.length === lines.size &&
      found.lines.every(({ tool, pieces, cents }) => {
        const sent = lines.get(tool);
        return sent?.pieces === pieces && sent.cents === cents;
      });
    if (!isAsSent) wrong.push(`${id}: ${JSON.stringify(found.lines)} instead of ${JSON.stringify([...lines])}`);
  }
  return wrong;
}

/** Has documents sent until all of them were taken. @returns what is left in the end */
export async function untilDelivered({ database }: Arena): Promise<string[]> {
  const deadline = Date.now() + REST_WITHIN_MS;
  for (;;) {
    const [left] = await database.raw<{ orders: number; messages: number; open: number }>(
      `select (select count(*)::int from punchout_orders) as orders,
         (select count(*)::int from webhook_messages where type in ('confirmation', 'invoice')) as messages,
         (select count(*)::int from webhook_deliveries where state <> 'delivered') as open`,
    );
    if (left && left.open === 0 && left.messages === 2 * left.orders) return [];
    if (Date.now() > deadline) return [`not delivered: ${JSON.stringify(left)}`];
    await database.raw(
      `update webhook_deliveries set next_attempt_at = now() - interval '1 second' where state = 'pending'`,
    );
    await pause(LOOK_EVERY_MS);
  }
}

const payloadOf = (body: string) => /<cXML payloadID="([^"]+)"/.exec(body)?.[1] ?? '';
const orderOf = (body: string) => /<OrderReference orderID="([^"]+)"/.exec(body)?.[1] ?? '';

export function documentsOf(systems: readonly TakingSystem[]): string {
  const all = systems.flatMap(({ got }) => got.map(({ body }) => payloadOf(body)));
  return `${all.length}, ${new Set(all).size}`;
}

/** Documents that are missing, there under two numbers, of other bytes, of another price or of another company. */
export async function wrongDocuments(
  { arena, orders, connections }: Play,
  systems: readonly TakingSystem[],
): Promise<string[]> {
  const wrong: string[] = [];
  const totals = new Map(
    (
      await arena.database.raw<{ number: string; total: number }>(
        'select purchase_order as number, total_cents as total from orders where company_id is not null',
      )
    ).map(({ number, total }) => [number, total]),
  );
  const askers = connections.filter(({ kind }) => kind === 'cxml');
  const seen = new Map<string, Set<string>>();
  for (const [index, { got }] of systems.entries()) {
    const bytes = new Map<string, string>();
    for (const { body, request } of got) {
      const [payload, number] = [payloadOf(body), orderOf(body)];
      if ((bytes.get(payload) ?? body) !== body) wrong.push(`${payload} came with other bytes`);
      bytes.set(payload, body);
      const key = `${request.name} ${number}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(payload));
      const order = orders.find(({ id }) => id === number);
      if (order?.connection !== askers[index]) wrong.push(`${key} came to another company`);
      if (request.name === 'ConfirmationRequest') {
        const type = attributeOf(elementAt(request, 'ConfirmationHeader'), 'type');
        if (type !== 'accept') wrong.push(`${key} says ${type}`);
      } else {
        const gross = textAt(request, 'InvoiceDetailSummary/GrossAmount/Money');
        if (Math.round(Number(gross) * 100) !== totals.get(number)) wrong.push(`${key} says ${gross}`);
      }
    }
  }
  for (const number of totals.keys())
    for (const kind of ['ConfirmationRequest', 'InvoiceDetailRequest']) {
      const count = seen.get(`${kind} ${number}`)?.size ?? 0;
      if (count !== 1) wrong.push(`${count} of ${kind} for ${number}`);
    }
  return wrong;
}

/** Tables in which one of these stands as it is. */
export async function keptSecrets({ database }: Arena, secrets: readonly string[]): Promise<string[]> {
  const tables = await database.raw<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const wrong: string[] = [];
  for (const { name } of tables) {
    const [found] = await database.raw<{ count: number }>(
      `select count(*)::int as count from ${name} kept where kept::text like any($1)`,
      [secrets.map((secret) => `%${secret.replaceAll('_', '\\_')}%`)],
    );
    if (found?.count !== 0) wrong.push(`${name}: ${found?.count ?? 0} rows`);
  }
  return wrong;
}
