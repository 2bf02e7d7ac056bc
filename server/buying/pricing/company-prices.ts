import { listPrices, type PriceBreak, type ShopTerms } from '#contract/buying/pricing.ts';
import type { Reader } from '#server/engine/db/client.ts';
import type { KnownTool } from './price-lines.ts';

interface CompanyTerms {
  id: string;
  /** Null where no list holds for the company today. */
  percentOff: number | null;
  priceCents: number | null;
  priceBreaks: PriceBreak[] | null;
  buyerNumber: string | null;
}

/** The list that holds today, and the tools' items in it. */
const COMPANY_TERMS = `
with price_list as materialized (
  select l.id, l.percent_off from companies c join price_lists l on l.id = c.price_list_id
  where c.id = $1 and day_of(now(), $3) between coalesce(l.from_day, '-infinity') and coalesce(l.until_day, 'infinity'))
select wanted.id, (select percent_off::float8 from price_list) as "percentOff", item.price_cents as "priceCents",
  item.price_breaks as "priceBreaks", own.number as "buyerNumber"
from unnest($2::text[]) as wanted(id)
left join price_list_items item on item.list_id = (select id from price_list) and item.tool_id = wanted.id
left join company_part_numbers own on own.company_id = $1 and own.tool_id = wanted.id`;

/**
 * Tools at the prices of a company and with its own part numbers; as they are where no company is named.
 * @param shop by whose days price lists hold
 */
export async function forCompany(
  { raw }: Pick<Reader, 'raw'>,
  companyId: string | null | undefined,
  { timeZone }: Pick<ShopTerms, 'timeZone'>,
  tools: ReadonlyMap<string, KnownTool>,
): Promise<ReadonlyMap<string, KnownTool>> {
  if (!companyId || tools.size === 0) return tools;
  const rows = await raw<CompanyTerms>(COMPANY_TERMS, [companyId, [...tools.keys()], timeZone], 'company-terms');
  const terms = new Map(rows.map((row) => [row.id, row]));
  return new Map([...tools].map(([id, tool]) => [id, atTerms(tool, terms.get(id))]));
}

function atTerms(tool: KnownTool, terms: CompanyTerms | undefined): KnownTool {
  if (!terms) return tool;
  const { percentOff, priceCents, priceBreaks, buyerNumber } = terms;
  if (percentOff === null) return { ...tool, buyerNumber };
  const item = priceCents === null || priceBreaks === null ? null : { priceCents, priceBreaks };
  return { ...tool, ...listPrices(tool, { percentOff, item }), buyerNumber };
}

/** A company's VAT number, which counts for tax where a question names no other. */
export async function vatIdOf({ raw }: Pick<Reader, 'raw'>, companyId: string): Promise<string> {
  const [company] = await raw<{ vatId: string }>('select vat_id as "vatId" from companies where id = $1', [companyId]);
  return company?.vatId ?? '';
}
