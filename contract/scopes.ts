import { tell } from './sentences.ts';
import { z } from 'zod';

/** What a key is for: some of the scopes, each once. */
export function someOf<T extends string>(all: readonly T[]) {
  return z
    .array(
      z.enum(all, tell('A scope must be one of {choices}', { choices: all.join(', ') })),
      'Choose what the key is for',
    )
    .min(1, 'Choose what the key is for')
    .max(all.length, 'Name each scope only once')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope only once');
}
