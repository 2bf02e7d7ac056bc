// These run on the server and, sent as text, in the card frame: each must stand alone, with no import and no outer name.

type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';

/** The brand that the first digits announce, how long its numbers and codes are, and how its digits are grouped. */
interface BrandRules {
  brand: Brand;
  lengths: number[];
  cvcLength: number;
  groups: number[];
}

export function brandRules(digits: string): BrandRules {
  const inFours = [4, 4, 4, 4];
  if (digits.startsWith('4')) return { brand: 'visa', lengths: [16], cvcLength: 3, groups: inFours };
  if (/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(digits)) {
    return { brand: 'mastercard', lengths: [16], cvcLength: 3, groups: inFours };
  }
  if (/^3[47]/.test(digits)) return { brand: 'amex', lengths: [15], cvcLength: 4, groups: [4, 6, 5] };
  if (/^3(0[0-5]|[689])/.test(digits))
    return { brand: 'diners', lengths: [14, 16], cvcLength: 3, groups: [4, 6, 4, 2] };
  if (/^35(2[89]|[3-8])/.test(digits)) return { brand: 'jcb', lengths: [16], cvcLength: 3, groups: inFours };
  if (/^(6011|64[4-9]|65)/.test(digits)) return { brand: 'discover', lengths: [16], cvcLength: 3, groups: inFours };
  if (/^(62|81)/.test(digits)) return { brand: 'unionpay', lengths: [16, 19], cvcLength: 3, groups: [4, 4, 4, 4, 3] };
  return { brand: 'unknown', lengths: [16], cvcLength: 3, groups: inFours };
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    if (place % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
