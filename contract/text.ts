import { z } from 'zod';
import { EMAIL, MAX_EMAIL } from './email.ts';
import { LANGUAGES } from './languages.ts';
import { tell } from './sentences.ts';

/**
 * A string of at most `max` UTF-16 units. The bound ends the check, so that nothing behind it reads a longer one: a pattern
 * that is quick on forty characters may take a minute for a hundred thousand (prove/hostile-texts.corpora.test.ts).
 * @param missing what is said where it is no string
 */
export function bounded(max: number, message: string, missing = message) {
  return z.string(missing).max(max, { error: message, abort: true });
}

/** Text as people type it: bounded by code points, well-formed, without NUL (contract.md, Bounds). */
export function text(min: number, max: number, what: string) {
  // No code point has more than two units.
  return bounded(max * 2, boundsMessage(min, max, what), tell('{what} is required', { what: { text: what } }))
    .meta({ maxLength: max })
    .refine(canBeKept, tell('{what} has characters that are not allowed', { what: { text: what } }))
    .refine(
      (value) => codePoints(value) <= max && (value.trim() === '' ? 0 : codePoints(value)) >= min,
      boundsMessage(min, max, what),
    );
}

/** Without NUL and halves of a character pair, which the database refuses. */
export function canBeKept(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function boundsMessage(min: number, max: number, what: string): string {
  const filling = { what: { text: what }, max };
  return min === 0
    ? tell('{what} may have at most {max, number} characters', filling)
    : tell('{what} is required and may have at most {max, number} characters', filling);
}

/** How many characters a person would count in the worst case: surrogate pairs once. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

/** An id in a path: opaque, at most 64 characters. */
export const Id = bounded(64, 'An id may have at most 64 characters', 'Enter an id')
  .min(1, 'Enter an id')
  .refine(canBeKept, 'Invalid id');

/** In which language somebody is written to. */
export const LanguageCode = z.enum(
  LANGUAGES,
  tell('language must be one of {choices}', { choices: LANGUAGES.join(', ') }),
);

/** The e-mail address of somebody new, or of what letters go to, by the rule of those who register; in lower case. */
export const NewEmail = bounded(MAX_EMAIL, 'Provide a valid email', 'Email is required')
  .regex(EMAIL, 'Provide a valid email')
  .transform((value) => value.toLowerCase())
  .pipe(z.string());

/** An e-mail address in lower case, as identity keeps it, by which somebody is found who is there already. */
export const Email = bounded(MAX_EMAIL, 'Provide a valid email', 'Email is required')
  .regex(/^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/, 'Provide a valid email')
  .transform((value) => value.toLowerCase())
  // What comes out is described, too.
  .pipe(z.string());
