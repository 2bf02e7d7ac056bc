import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';

/** Checks a form with a schema of the contract, in the contract's own words. */
export function contractResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values, _context, { fields }) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, unknown> = {};
    for (const { path, code, message } of parsed.error.issues) {
      const name = path.join('.');
      if (get(errors, name) !== undefined) continue;
      set(errors, name, { type: code, message, ref: (get(fields, name) as { ref?: unknown } | undefined)?.ref });
    }
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}
