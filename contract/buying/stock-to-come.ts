/**
 * From what an order is served (contract-trade, Stock to come): the stock, then announced batches in the order of their days, then what
 * is made to order. Pure; quantities are pieces, days YYYY-MM-DD of the shop's time zone.
 */
import type { Backorder, Promises } from '../catalogue/backorders.ts';
import { type Day, dayOf } from '../days.ts';
import { MAX_PIECES } from '../limits.ts';
import { type ShopDays, workingDaysAfter } from '../working-days.ts';

/** What a tool can be served from. */
export interface StockToServe {
  availableQuantity: number;
  backorder: Backorder;
  /** Free pieces of announced batches, by day. */
  coming: readonly { batch: string; quantity: number; day: Day }[];
  /** Pieces that orders wait for and no batch brings. */
  madeToOrder: number;
}

/** Free pieces that are announced, those of one day together. */
export function laterOf({ coming }: Pick<StockToServe, 'coming'>): { quantity: number; day: Day }[] {
  const byDay = new Map<Day, number>();
  for (const { quantity, day } of coming) byDay.set(day, (byDay.get(day) ?? 0) + quantity);
  return [...byDay].map(([day, quantity]) => ({ quantity, day }));
}

/** How many pieces can be ordered now, from whatever. */
export function orderableOf({ availableQuantity, backorder, coming, madeToOrder }: StockToServe): number {
  if (backorder.kind === 'no') return availableQuantity;
  const announced = coming.reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.min(MAX_PIECES, availableQuantity + announced + makable(backorder, madeToOrder));
}

function makable({ kind, limit }: Backorder, madeToOrder: number): number {
  if (kind !== 'always') return 0;
  return limit === null ? MAX_PIECES : Math.max(0, limit - madeToOrder);
}

/** Pieces that an order gets from one source: with neither batch nor day from the stock, with a day alone made to order. */
export interface Share {
  quantity: number;
  batch: string | null;
  day: Day | null;
}

/** Today, and the day so many working days later. */
export interface Clock {
  today: Day;
  after: (workingDays: number) => Day;
}

/** The clock of a shop at a moment. */
export function clockOf(now: Date, shop: ShopDays): Clock {
  const today = dayOf(now, shop.timeZone);
  return { today, after: (workingDays) => workingDaysAfter(today, workingDays, shop) };
}

/**
 * From what so many pieces are served, each source at most once; less than asked for where that is more than can be ordered.
 * What is late is promised for today.
 */
export function sharesOf(stock: StockToServe, quantity: number, { today, after }: Clock): Share[] {
  const shares: Share[] = [];
  let left = quantity;
  const take = (most: number, batch: string | null, day: Day | null) => {
    const taken = Math.min(left, most);
    if (taken <= 0) return;
    shares.push({ quantity: taken, batch, day });
    left -= taken;
  };
  take(stock.availableQuantity, null, null);
  if (stock.backorder.kind === 'no') return shares;
  for (const { batch, quantity: free, day } of stock.coming) take(free, batch, day < today ? today : day);
  if (left > 0) take(makable(stock.backorder, stock.madeToOrder), null, after(stock.backorder.days));
  return shares;
}

/** The same as a buyer is told it: pieces of one day together, the stock first. */
export function promisesOf(stock: StockToServe, quantity: number, clock: Clock): Promises {
  const promises: Promises = [];
  for (const share of sharesOf(stock, quantity, clock)) {
    const same = promises.find(({ day }) => day === share.day);
    if (same) same.quantity += share.quantity;
    else promises.push({ quantity: share.quantity, day: share.day });
  }
  return promises;
}
