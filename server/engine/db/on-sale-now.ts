/** The day of the database's clock, in UTC. */
export const TODAY = `(now() at time zone 'utc')::date`;

/**
 * Whether a tool that was not removed is for sale: it was not taken off sale, and today is among its days.
 * @param t the alias of `tools` in the statement, with its point
 */
export function onSaleNow(t = ''): string {
  return `(${t}on_sale and (${t}on_sale_from is null or ${t}on_sale_from <= ${TODAY})
    and (${t}on_sale_until is null or ${t}on_sale_until >= ${TODAY}))`;
}

/**
 * Whether a tool that was not removed is for sale and its minimum order is there.
 * @param t as for `onSaleNow`
 */
export function canBeOrderedNow(t = ''): string {
  return `(${onSaleNow(t)} and ${t}available_quantity >= ${t}min_order_quantity)`;
}
