/**
 * The fields of answers that are money, by name, for whoever is not to see any. Where a name is also said of something else, it is money
 * only beside the field that it maps to.
 */
export const MONEY_FIELDS: Readonly<Record<string, true | string>> = {
  amount: true,
  available: true,
  cashDiscount: true,
  cost: true,
  credit: true,
  creditLimit: true,
  current: true,
  fee: true,
  freight: true,
  goods: true,
  gross: true,
  limit: 'sum',
  listPrice: true,
  monthLimit: true,
  net: true,
  open: true,
  orderLimit: true,
  over90: true,
  overdue: true,
  overpaid: true,
  price: true,
  received: 'goods',
  refundable: true,
  refunded: true,
  sum: true,
  surcharge: true,
  targetPrice: true,
  tax: true,
  to30: true,
  to60: true,
  to90: true,
  toInvoice: true,
  total: true,
  uninvoiced: true,
  unitPrice: true,
  writtenOff: true,
};

/** The same answer with nothing in place of each sum of money. */
export function withoutMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoney);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, said]) => [name, isMoney(name, said, value) ? null : withoutMoney(said)]),
  );
}

function isMoney(name: string, said: unknown, beside: object): boolean {
  const rule = Object.hasOwn(MONEY_FIELDS, name) ? MONEY_FIELDS[name] : undefined;
  return typeof said === 'number' && rule !== undefined && (rule === true || rule in beside);
}
