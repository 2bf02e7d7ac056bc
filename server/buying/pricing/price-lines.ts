import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { type Awaited, datesFrom, leavesOn, leavesWith } from '#contract/buying/delivery-dates.ts';
import { lineCents } from '#contract/buying/line-cents.ts';
import { type CountUnit, saidIn } from '#contract/buying/units.ts';
import { centsToMoney, exactMoney } from '#contract/money.ts';
import {
  type MinimumOrder,
  nextBreak,
  type ShopTerms,
  sumUp,
  termsFor,
  type ToolTerms,
  unitPrice,
  type Wish,
} from '#contract/buying/pricing.ts';
import { type Clock, clockOf, laterOf, promisesOf, type StockToServe } from '#contract/buying/stock-to-come.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import { TO_COME, withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/** What is known of a tool when it is priced. */
export interface KnownTool extends ToolTerms, StockToServe {
  id: string;
  name: string;
  sku: string | null;
  image: string;
  /** What it is sold in beside pieces. */
  packs: readonly CountUnit[];
  /** Neither removed nor off sale. */
  forSale: boolean;
  /** What the company that buys calls it. */
  buyerNumber?: string | null;
}

/** The columns of a KnownTool of `tools t`. */
export const KNOWN_TOOL = `t.id, t.name, t.sku, t.image, t.price_cents as "priceCents", t.price_breaks as "priceBreaks",
  t.price_unit as "priceUnit", t.packs,
  t.quantity_step as "quantityStep", t.min_order_quantity as "minOrderQuantity",
  t.available_quantity as "availableQuantity", ${TO_COME},
  t.weight_grams as "weightGrams", (t.removed_at is null and ${onSaleNow('t.')}) as "forSale"`;

/** A tool as KNOWN_TOOL reads it; `withOrderable` makes a KnownTool of it. */
export type KnownToolRow = Omit<KnownTool, 'orderable'>;

/** Tools that are for sale, by their ids. */
export async function findTools(database: Pick<Reader, 'raw'>, ids: string[]): Promise<Map<string, KnownTool>> {
  const rows = await database.raw<KnownToolRow>(
    `select ${KNOWN_TOOL} from tools t where t.id = any($1::text[]) and t.removed_at is null and ${onSaleNow('t.')}`,
    [ids],
    'find-tools-to-price',
  );
  return new Map(rows.map((row) => [row.id, withOrderable(row)]));
}

/**
 * What lines cost together, and what is wrong with each.
 * @param lines in pieces, each with the pack that its buyer counts it in
 * @param remembered tells name, SKU and picture also of what is no longer for sale, as a basket does
 * @param now when it would be paid, which the days of delivery count from
 */
export function priceLines(
  lines: readonly { toolId: string; quantity: number; pack?: CountUnit | null }[],
  tools: ReadonlyMap<string, KnownTool>,
  shop: ShopTerms,
  wish: Wish,
  { remembered = false, now = new Date() } = {},
): Priced {
  const priced = lines.map(({ toolId, quantity, pack = null }) => {
    const tool = tools.get(toolId);
    const terms = tool?.forSale ? tool : null;
    return { tool, terms, toolId, quantity, pack, problem: lineProblem(terms, quantity) };
  });
  const good = priced.flatMap(({ terms, quantity, problem }) =>
    terms && problem === null
      ? [
          {
            quantity,
            unitCents: unitPrice(terms, quantity),
            priceUnit: terms.priceUnit,
            weightGrams: terms.weightGrams,
          },
        ]
      : [],
  );
  const orderTerms = termsFor(shop, wish);
  const isAbroad = orderTerms.country !== shop.country;
  const sums = sumUp(good, orderTerms);
  const clock = clockOf(now, shop);
  const money = (cents: bigint | null) => (cents === null ? null : exactMoney(cents));
  const shown = priced.map((line) => presented(line, line.terms || remembered ? line.tool : undefined, clock));
  const leaves = leavesWith(leavesOn(now, shop), awaitedOf(shown), { parts: false }, shop);
  return {
    lines: shown,
    goods: exactMoney(sums.goods),
    weight: Number(sums.weight),
    delivery: sums.delivery?.id ?? null,
    deliveries: sums.deliveries.map(({ way, cents }) => ({
      id: way.id,
      name: way.name,
      price: centsToMoney(cents),
      days: [...way.days],
      ...(way.duties && isAbroad ? { duties: way.duties } : {}),
      ...datesFrom(leaves, way.days, shop),
    })),
    freight: money(sums.freight),
    surcharge: money(sums.surcharge),
    belowMinimum: sums.belowMinimum && missingOf(sums.belowMinimum, sums.goods),
    tax: money(sums.tax),
    taxNote: sums.taxNote,
    taxCategory: sums.taxCategory,
    price: money(sums.total),
  };
}

/** What of lines that leave together is to come. */
function awaitedOf(lines: readonly PricedLine[]): Awaited | null {
  const days = lines.flatMap(({ promises }) => promises.flatMap(({ day }) => day ?? [])).toSorted();
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined ? null : { first, last, isAll: false };
}

function missingOf({ goodsCents, surchargeCents }: MinimumOrder, goods: bigint): Priced['belowMinimum'] {
  return {
    goods: centsToMoney(goodsCents),
    surcharge: surchargeCents === null ? null : centsToMoney(surchargeCents),
    missing: exactMoney(BigInt(goodsCents) - goods),
  };
}

const UNKNOWN = { name: null, sku: null, image: null };
const NO_PACKS: CountUnit[] = [];

interface LineToPrice {
  /** Null: it cannot be bought. */
  terms: KnownTool | null;
  toolId: string;
  quantity: number;
  pack: CountUnit | null;
  problem: PricedLine['problem'];
}

/** Each field by itself: to spread objects into one takes several times as long, a thousand times for a large basket. */
function presented(
  { terms, toolId, quantity, pack, problem }: LineToPrice,
  known: KnownTool | undefined,
  clock: Clock,
): PricedLine {
  const { name, sku, image } = known ?? UNKNOWN;
  const { unit, unitName, unitQuantity } = saidIn(quantity, pack);
  const cents = terms && unitPrice(terms, quantity);
  return {
    toolId,
    tool: name,
    sku,
    image,
    buyerNumber: known?.buyerNumber ?? null,
    quantity,
    unit,
    unitName,
    unitQuantity,
    unitPrice: cents === null ? null : centsToMoney(cents),
    priceUnit: terms && terms.priceUnit,
    packs: terms && packsOf(terms),
    price: terms && exactMoney(lineCents(quantity, cents!, terms.priceUnit)),
    availableQuantity: terms && terms.availableQuantity,
    orderable: terms && terms.orderable,
    later: terms && laterOf(terms),
    promises: terms && problem === null ? promisesOf(terms, quantity, clock) : [],
    minOrderQuantity: terms && terms.minOrderQuantity,
    quantityStep: terms && terms.quantityStep,
    nextBreak: terms && nextBreakOf(terms, quantity),
    problem,
    suggestion: terms && problem ? suggest(terms, quantity) : null,
  };
}

function packsOf({ packs }: KnownTool): CountUnit[] {
  return packs.length === 0 ? NO_PACKS : packs.map(({ code, name, pieces }) => ({ code, name, pieces }));
}

function nextBreakOf(terms: KnownTool, quantity: number): PricedLine['nextBreak'] {
  const next = nextBreak(terms, quantity);
  return next && { from: next.from, unitPrice: centsToMoney(next.unitPrice), price: exactMoney(next.price) };
}
