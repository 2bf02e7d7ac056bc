import { sql } from 'drizzle-orm';
import { type ShopTerms, unitPrice } from '#contract/buying/pricing.ts';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { costsOf } from '#server/catalogue/tools/costs.ts';
import { moment } from './read-quotes.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import { KNOWN_TOOL, type KnownToolRow } from '#server/buying/pricing/price-lines.ts';

interface PastPurchase extends Record<string, unknown> {
  toolId: string;
  orders: number;
  pieces: number;
  lastCents: number;
  lastUnit: number;
  lastAt: string;
}

/**
 * What to know of each tool of a quote, those that are wanted first, and of others.
 * @param also ids of others: what they cost is of the least that one buys
 * @param shop by whose days price lists hold
 */
export async function quoteFacts(
  database: Pick<Reader, 'db' | 'raw'>,
  { _id, companyId, wanted, versions }: Quote,
  also: string[],
  shop: ShopTerms,
): Promise<QuoteFacts> {
  const quantities = new Map<string, number>();
  for (const { toolId, quantity } of [...wanted, ...(versions.at(-1)?.lines ?? [])]) quantities.set(toolId, quantity);
  const ids = [...new Set([...quantities.keys(), ...also])];
  const rows = await database.raw<KnownToolRow>(`select ${KNOWN_TOOL} from tools t where t.id = any($1::text[])`, [
    ids,
  ]);
  const tools = new Map(rows.map((row) => [row.id, withOrderable(row)]));
  const companies = await forCompany(database, companyId, shop, tools);
  const bought = await boughtBefore(database, _id, ids);
  const costs = await costsOf(database.db, ids);
  return ids.flatMap((id) => {
    const tool = tools.get(id);
    if (!tool) return [];
    const { name, sku, forSale, availableQuantity, orderable, minOrderQuantity, quantityStep } = tool;
    const quantity = quantities.get(id) ?? minOrderQuantity;
    const before = bought.get(id);
    const costCents = costs.get(id);
    return [
      {
        toolId: id,
        tool: name,
        sku,
        forSale,
        availableQuantity,
        orderable,
        minOrderQuantity,
        quantityStep,
        priceUnit: tool.priceUnit,
        packs: tool.packs.map(({ code, name: called, pieces }) => ({ code, name: called, pieces })),
        listPrice: centsToMoney(unitPrice(tool, quantity)),
        firmPrice: centsToMoney(unitPrice(companies.get(id) ?? tool, quantity)),
        cost: costCents === undefined ? null : centsToMoney(costCents),
        bought: {
          orders: before?.orders ?? 0,
          pieces: before?.pieces ?? 0,
          lastPrice: before ? centsToMoney(Math.round((before.lastCents * tool.priceUnit) / before.lastUnit)) : null,
          lastAt: before ? moment(before.lastAt) : null,
        },
      },
    ];
  });
}

/** Of the company where the quote is for one, else of its buyer: what was paid for or is owed. */
async function boughtBefore(
  { db }: Pick<Reader, 'db'>,
  quoteId: string,
  ids: string[],
): Promise<Map<string, PastPurchase>> {
  const { rows } = await db.execute<PastPurchase>(sql`
    select l.tool_id as "toolId", count(*)::int as orders, sum(l.quantity)::float8 as pieces,
      (array_agg(l.unit_price_cents order by o.created_at desc))[1] as "lastCents",
      (array_agg(l.price_unit order by o.created_at desc))[1] as "lastUnit",
      to_json(max(o.created_at)) #>> '{}' as "lastAt"
    from quotes q
      join orders o on o.state in ('paid', 'open')
        and (case when q.company_id is null then o.user_id = q.user_id and o.company_id is null
          else o.company_id = q.company_id end)
      join order_lines l on l.order_id = o.id
    where q.id = ${quoteId} and l.tool_id = any(${sql.param(ids)}::text[])
    group by l.tool_id`);
  return new Map(rows.map((row) => [row.toolId, row]));
}
