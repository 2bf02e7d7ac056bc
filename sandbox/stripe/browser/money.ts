const WITHOUT_CENTS = new Set(['jpy']);

/** An amount for a person, such as $1,234.50. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(WITHOUT_CENTS.has(currency) ? amount : amount / 100);
}
