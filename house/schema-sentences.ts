import type { z } from 'zod';
import { complaintOf, type Sentence } from '#contract/sentences.ts';

interface Definition {
  [part: string]: unknown;
}

/** All that the schemas of calls say where something does not fit them, whatever they are made of. */
export function sentencesOf(schemas: readonly unknown[]): Sentence[] {
  const said = new Map<string, Sentence>();
  const seen = new Set<unknown>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if (Array.isArray(part) || !('_zod' in part)) return void Object.values(part).forEach(look);
    const { def } = part._zod as { def: Definition };
    if (typeof def['error'] === 'function') {
      const message: unknown = (def['error'] as (issue: unknown) => unknown)({ code: 'custom', input: undefined });
      // A code of identity stands for its sentence.
      if (typeof message === 'string' && !/^[A-Z_]+$/.test(message)) {
        const sentence = complaintOf({ code: 'custom', message, path: [], input: undefined } as z.core.$ZodIssue);
        said.set(sentence.text, sentence);
        for (const filled of Object.values(sentence.filling ?? {}))
          if (typeof filled === 'object' && 'text' in filled) said.set(filled.text, filled);
      }
    }
    // Getters of objects make their shape when they are asked; a lazy schema leads back to where it came from.
    for (const [name, value] of Object.entries(def)) look(name === 'getter' ? (value as () => unknown)() : value);
  };
  look(schemas);
  return [...said.values()];
}
