import { z } from 'zod';

/** Text as people type it: bounded by code points, well-formed, without NUL (contract.md, Bounds). */
export function text(min: number, max: number, what: string) {
  return z
    .string(`${what} is required`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), `${what} has characters that cannot be kept`)
    .refine(
      (value) => {
        const length = codePoints(value.trim() === '' ? '' : value);
        return length >= min && length <= max;
      },
      boundsMessage(min, max, what),
    );
}

function boundsMessage(min: number, max: number, what: string): string {
  if (min === 0) return `${what} may have at most ${max.toLocaleString('en-US')} characters`;
  return `${what} is required and may have at most ${max.toLocaleString('en-US')} characters`;
}

/** How many characters a person would count in the worst case: surrogate pairs once. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

/** An id in a path: opaque, at most 64 characters. */
export const Id = z
  .string()
  .min(1, 'Give an id')
  .max(64, 'An id has at most 64 characters')
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'An id has no such characters');

/** An e-mail address in lower case, as identity keeps it. */
export const Email = z
  .string('Email is required')
  .max(254, 'Provide a valid email')
  .regex(/^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/, 'Provide a valid email')
  .transform((value) => value.toLowerCase())
  // What comes out is described, too.
  .pipe(z.string());
