import type { z } from 'zod';
import { type Day, writtenDay } from './days.ts';
import { LOCALES } from './languages.ts';
import type { NamesIn } from './messages.ts';
import { formatMoney } from './money.ts';

/*
 * Messages that are said later, when it is known in which language: what rules refuse with and what schemas complain of. Public
 * pages have messages.ts alone.
 */

/** What goes into a sentence that is said later: sums, with a currency or without, and days are written, and sentences said, in the language that it is said in. */
export type Filling = string | number | Sentence | { amount: number; currency?: string } | { day: Day };

/** A message with what it is filled in with, to be said once it is known in which language: a refusal, for one. */
export interface Sentence {
  readonly text: string;
  readonly filling?: Readonly<Record<string, Filling>>;
}

/** Keeps a message for whoever says it. */
export function sentence<const Text extends string>(
  text: Text,
  ...[filling]: [NamesIn<Text>] extends [never] ? [] : [Record<NamesIn<Text>, Filling>]
): Sentence {
  return filling === undefined ? { text } : { text, filling };
}

/** The sentence of a complaint about a field, where it stands by itself. */
export function ended(complaint: Sentence): Sentence {
  return sentence('{complaint}.', { complaint });
}

/**
 * A sentence in English without the library that knows plural forms, for schemas: pages have those, and it would come with them.
 * @throws where it has any
 */
export function inEnglish({ text, filling = {} }: Sentence): string {
  return text.replaceAll(/\{(\w+)(, number)?\}/g, (_, name: string) => {
    const value = filling[name];
    if (value === undefined) throw new Error(`Nothing to fill in for ${name}: ${text}`);
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return value.toLocaleString(LOCALES.en);
    if ('text' in value) return inEnglish(value);
    return 'day' in value ? writtenDay(value.day) : writtenSum(value, LOCALES.en);
  });
}

/** A sum as a language writes it. @param locale by BCP 47 */
export function writtenSum({ amount, currency }: { amount: number; currency?: string }, locale: string): string {
  if (currency !== undefined) return formatMoney(amount, currency, locale);
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
}

/** What schemas say that is filled in, by its English: a schema knows nothing but strings. */
const told = new Map<string, Sentence>();

/** A sentence for a schema. Made when it is loaded, never from what came in: each is remembered. */
export function tell<const Text extends string>(
  text: Text,
  ...filling: [NamesIn<Text>] extends [never] ? [] : [Record<NamesIn<Text>, Filling>]
): string {
  const kept = sentence(text, ...filling);
  const english = inEnglish(kept);
  told.set(english, kept);
  return english;
}

/** What a schema adds to its issue for a sentence that depends on what came in. */
export function complaint(said: Sentence): { code: 'custom'; message: string; params: { said: Sentence } } {
  return { code: 'custom', message: inEnglish(said), params: { said } };
}

/** The sentence of a schema's issue; what is filled in with nothing stands for itself. */
export function complaintOf(issue: z.core.$ZodIssue): Sentence {
  const said: unknown = issue.code === 'custom' ? issue.params?.['said'] : undefined;
  return isSentence(said) ? said : (told.get(issue.message) ?? { text: issue.message });
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
}
