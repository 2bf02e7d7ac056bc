import { ApiError } from '#web/api/api-error.ts';
import { inUnits, type PackedLine } from '#contract/buying/units.ts';
import type { Basket, Priced } from '#contract/buying/basket.ts';
import type { BodyInput } from '#contract/routes.ts';
import { call } from '#web/api/call.ts';
import { userCall } from '#web/session/tab-session.ts';
import { forCompany } from './for-company.ts';

/** What lies in the signed-in user's basket. @throws ApiError */
export function fetchBasket(): Promise<Basket> {
  return userCall('GET /my-basket', {});
}

/** Sets quantities in it; 0 takes a tool out. @throws ApiError BASKET_FULL */
export function changeBasket(lines: PackedLine[]): Promise<Basket> {
  return userCall('PATCH /my-basket', { body: { lines: lines.map(inUnits) } });
}

/** Joins a visitor's basket with it, the larger quantity of a tool winning. @throws ApiError BASKET_FULL */
export function joinBasket(lines: PackedLine[]): Promise<Basket> {
  return userCall('POST /my-basket/join', { body: { lines: lines.map(inUnits) } });
}

/** What lines cost at a destination; in pieces, where their tools have no such packs any more. @throws ApiError */
export async function priceLines(
  lines: readonly PackedLine[],
  where: Omit<BodyInput<'price'>, 'lines'>,
  signal: AbortSignal,
): Promise<Priced> {
  try {
    const priced = await askPrice(lines.map(inUnits), where, signal);
    // A pack of another size is another quantity.
    if (priced.lines.every(({ quantity }, index) => quantity === lines[index]?.quantity)) return priced;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNKNOWN_UNIT') throw error;
  }
  const inPieces = lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  return askPrice(inPieces, where, signal);
}

function askPrice(
  lines: BodyInput<'price'>['lines'],
  where: Omit<BodyInput<'price'>, 'lines'>,
  signal: AbortSignal,
): Promise<Priced> {
  const asked = { body: { lines, ...where }, signal };
  // Only its members are told what a company pays.
  return where.companyId === undefined ? call('POST /price', asked) : forCompany(userCall('POST /price', asked));
}
