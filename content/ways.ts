/** What the shop's settings say of its ways to deliver and to pay. */
interface Ways {
  /** Codes, or `*` for everywhere. */
  countries: readonly string[];
  /** Null where it could not be read. */
  holdHours: number | null;
  transfer: boolean;
}

/** A text of content/trust.ts with what the shop's settings say in the place of `{where}`, `{hold}` and `{how}`. */
export function withWays(text: string, { countries, holdHours, transfer }: Ways): string {
  return text
    .replace('{where}', countries.includes('*') ? 'to any country' : counted('to', countries.length, 'country'))
    .replace('{hold}', holdHours === null ? 'for a time' : counted('for', Number(holdHours.toFixed(1)), 'hour'))
    .replace('{how}', transfer ? 'by card or by bank transfer' : 'by card');
}

function counted(word: string, count: number, what: 'country' | 'hour'): string {
  return `${word} ${count === 1 ? `one ${what}` : `${count} ${what === 'hour' ? 'hours' : 'countries'}`}`;
}
