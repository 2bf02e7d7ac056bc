import { type Day, dayOf } from '#contract/days.ts';
import { datesFrom, leavesOn, leavesWith } from '#contract/buying/delivery-dates.ts';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { moneyToCents } from '#contract/money.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/** The most digits that a buyer's system takes before the point. */
const MOST_DIGITS = 11;
const DAY_MS = 86_400_000;

/** A line as a buyer's system gets it, whatever the form: exact, in the unit that it was ordered in. */
export interface GivenLine {
  tool: Tool;
  /** Null: pieces. */
  pack: CountUnit | null;
  /** Of packs, or of pieces. */
  quantity: number;
  /** What `priceUnit` of them cost, in cents. */
  cents: bigint;
  priceUnit: number;
  /** Of the whole line, in cents. */
  lineCents: bigint;
  buyerNumber: string | null;
  /** Days from today until it arrives; null where nobody can say. */
  leadDays: number | null;
}

/**
 * What a buyer's system gets of priced lines. A price is for so many of what is ordered: 12.43 for 100 pieces is 149.16 for 100
 * boxes of twelve, so that no cent is lost by dividing.
 * @param tools by their ids; lines of others are left out
 */
export function givenLines(
  { lines, delivery, deliveries }: Pick<Priced, 'lines' | 'delivery' | 'deliveries'>,
  tools: ReadonlyMap<string, Tool>,
  shop: ShopTerms,
  now: Date,
): GivenLine[] {
  const way = deliveries.find(({ id }) => id === delivery);
  return lines.flatMap((line) => {
    const tool = tools.get(line.toolId);
    if (!tool || line.unitPrice === null || line.price === null) return [];
    const unitCents = BigInt(moneyToCents(line.unitPrice) ?? 0);
    const pack = packOfLine(line, unitCents);
    return [
      {
        tool,
        pack,
        quantity: pack ? line.quantity / pack.pieces : line.quantity,
        cents: unitCents * BigInt(pack?.pieces ?? 1),
        priceUnit: line.priceUnit ?? 1,
        lineCents: BigInt(moneyToCents(line.price) ?? 0),
        buyerNumber: line.buyerNumber,
        leadDays: way ? leadDaysOf(line, way.days, shop, now) : null,
      },
    ];
  });
}

/** What it is counted in, unless the price of that has more digits than any buyer's system takes. */
function packOfLine({ unit, unitName, unitQuantity, quantity }: PricedLine, unitCents: bigint): CountUnit | null {
  if (unit === null || unitName === null || !unitQuantity) return null;
  const pieces = quantity / unitQuantity;
  return String((unitCents * BigInt(pieces)) / 100n).length > MOST_DIGITS
    ? null
    : { code: unit, name: unitName, pieces };
}

function leadDaysOf(
  { promises }: PricedLine,
  days: readonly [number, number],
  shop: ShopTerms,
  now: Date,
): number | null {
  if (promises.length === 0) return null;
  const awaited = promises.flatMap(({ day }) => day ?? []).toSorted();
  const last = awaited.at(-1);
  const leaves = leavesWith(
    leavesOn(now, shop),
    last === undefined ? null : { first: awaited[0] ?? last, last, isAll: true },
    { parts: false },
    shop,
  );
  const [, arrives] = datesFrom(leaves, days, shop).arrives;
  return daysBetween(dayOf(now, shop.timeZone), arrives);
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
