/** The shop's day, by the database's clock; found once for all rows of a statement. */
export const TODAY = '(select shop_today())';

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
