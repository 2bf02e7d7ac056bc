import { inArray } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import type { Seller } from '#server/buying/order-tables/invoices.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db } from '#server/engine/db/client.ts';

/** What customs ask of a tool: its tariff number, and where it was made (ISO 3166-1 alpha-2); null where nobody entered it. */
export interface Customs {
  hsCode: string | null;
  origin: string | null;
}

/** By tool, of an order that leaves the seller's country; of any other, nothing. */
export async function customsOf(
  db: Db,
  { lines, country }: Pick<Order, 'lines' | 'country'>,
  { company }: Pick<Seller, 'company'>,
): Promise<Map<string, Customs>> {
  if (country === company.country) return new Map();
  const rows = await db
    .select({ id: tools.id, hsCode: tools.hsCode, origin: tools.origin })
    .from(tools)
    .where(
      inArray(
        tools.id,
        lines.map(({ toolId }) => toolId),
      ),
    );
  return new Map(
    rows.flatMap(({ id, ...said }) => ((said.hsCode ?? said.origin) === null ? [] : [[id, said] as const])),
  );
}
