import type { brandRules, passesLuhn } from './card-rules.ts';
import type { ElementError } from './messages.ts';

export type FieldName = 'number' | 'expiry' | 'cvc' | 'zip';

interface Rules {
  brandRules: typeof brandRules;
  passesLuhn: typeof passesLuhn;
}

/** What the fields of a card may hold, and how it is written. Runs in the card frame; stands alone. */
export function createCardFields({ brandRules: rulesOf, passesLuhn: luhn }: Rules) {
  const fault = (code: string, message: string): ElementError => ({ type: 'validation_error', code, message });

  /**
   * What is wrong with a field: `wrong` cannot become right by typing on; `incomplete` can.
   * @param value its digits, of the postal code its text
   * @param number the digits of the card's number, which say how long its code is
   */
  function check(name: FieldName, value: string, number: string): { wrong?: ElementError; incomplete?: ElementError } {
    if (name === 'number') {
      const { lengths } = rulesOf(value);
      if (value.length < Math.min(...lengths)) {
        return { incomplete: fault('incomplete_number', 'Your card number is incomplete.') };
      }
      return lengths.includes(value.length) && luhn(value)
        ? {}
        : { wrong: fault('invalid_number', 'Your card number is invalid.') };
    }
    if (name === 'expiry') return checkExpiry(value);
    if (name === 'cvc') {
      return value.length < rulesOf(number).cvcLength
        ? { incomplete: fault('incomplete_cvc', "Your card's security code is incomplete.") }
        : {};
    }
    return value.length < 4 ? { incomplete: fault('incomplete_zip', 'Your postal code is incomplete.') } : {};
  }

  function checkExpiry(value: string): { wrong?: ElementError; incomplete?: ElementError } {
    if (value.length < 4) {
      return { incomplete: fault('incomplete_expiry', "Your card's expiration date is incomplete.") };
    }
    const [month, year] = [Number(value.slice(0, 2)), 2000 + Number(value.slice(2))];
    const today = new Date();
    if (year < today.getFullYear()) {
      return { wrong: fault('invalid_expiry_year_past', "Your card's expiration year is in the past.") };
    }
    if (year > today.getFullYear() + 50) {
      return { wrong: fault('invalid_expiry_year', "Your card's expiration year is invalid.") };
    }
    if (year === today.getFullYear() && month < today.getMonth() + 1) {
      return { wrong: fault('invalid_expiry_month_past', "Your card's expiration date is in the past.") };
    }
    return {};
  }

  /** What was typed as it is shown; more than a field holds falls away. */
  function formatted(name: FieldName, raw: string, number: string): string {
    if (name === 'zip') return raw.slice(0, 12).toUpperCase();
    const plain = raw.replace(/\D/g, '');
    const { groups, lengths, cvcLength } = rulesOf(name === 'number' ? plain : number);
    if (name === 'cvc') return plain.slice(0, cvcLength);
    if (name === 'expiry') return formattedExpiry(plain);
    const parts: string[] = [];
    let rest = plain.slice(0, Math.max(...lengths));
    for (const size of groups) {
      if (rest) parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return parts.join(' ');
  }

  function formattedExpiry(plain: string): string {
    // A month of one digit (3 to 9) or a "13" can only have meant a leading zero.
    const month = Number(plain.slice(0, 2));
    const padded = /^[2-9]/.test(plain) || month > 12 ? `0${plain}` : plain;
    // Browsers fill in 12/2030.
    const short = padded.length === 6 && padded.slice(2, 4) === '20' ? padded.slice(0, 2) + padded.slice(4) : padded;
    return short.length > 2 ? `${short.slice(0, 2)} / ${short.slice(2, 4)}` : short;
  }

  return { check, formatted };
}
