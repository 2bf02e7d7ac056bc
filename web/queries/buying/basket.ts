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

/** What lines cost at a destination. @throws ApiError */
export function priceLines(
  lines: readonly PackedLine[],
  where: Omit<BodyInput<'price'>, 'lines'>,
  signal: AbortSignal,
): Promise<Priced> {
  const asked = { body: { lines: lines.map(inUnits), ...where }, signal };
  // Only its members are told what a company pays.
  return where.companyId === undefined ? call('POST /price', asked) : forCompany(userCall('POST /price', asked));
}
