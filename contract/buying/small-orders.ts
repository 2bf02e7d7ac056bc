import { message } from '../messages.ts';

/** What the surcharge of a small order is called, on screens, papers and in letters. */
export const SURCHARGE_NAME = message('Small order surcharge');

/** What is short of the minimum: "€12.00 surcharge below €100.00 of goods; add €23.00 to save it". */
export function shortOfMinimum(
  { goods, surcharge, missing }: { goods: number; surcharge: number | null; missing: number },
  money: (amount: number) => string,
): string {
  return surcharge === null
    ? `We accept orders of ${money(goods)} of goods and more; add ${money(missing)} to order.`
    : `${money(surcharge)} surcharge below ${money(goods)} of goods; add ${money(missing)} to save it.`;
}
