import { endpoint } from './codes.ts';

/** Schemes of the EAS list that Peppol does not deliver to (PEPPOL-EN16931-CL008): they stand in XRechnung and CII alone. */
const ELSEWHERE = new Set(
  '0037 0147 0154 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM'.split(' '),
);

const AUSTRALIAN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Numbers whose form only Peppol asks (PEPPOL-COMMON-R042, R049, R050): of Danish, Swedish and Australian organisations. */
const FITS: Readonly<Record<string, (number: string) => boolean>> = {
  '0184': (number) => /^(?:DK)?\d{8}$/.test(number),
  '0007': (number) => /^\d{10}$/.test(number) && luhn(number) % 10 === 0,
  '0151': (number) =>
    /^\d{11}$/.test(number) &&
    AUSTRALIAN_WEIGHTS.reduce((sum, weight, at) => sum + weight * (Number(number[at]) - (at === 0 ? 1 : 0)), 0) % 89 ===
      0,
};

function luhn(number: string): number {
  return [...number].reduce((sum, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}

/** Whether a Peppol address, as `scheme:id`, is one that Peppol delivers to. */
export function goesByPeppol(peppolId: string): boolean {
  const to = endpoint(peppolId);
  return to !== null && !ELSEWHERE.has(to.scheme) && (FITS[to.scheme]?.(to.id) ?? true);
}
