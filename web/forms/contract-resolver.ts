import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
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
      errors[name] ??= { type: code, message, ref: (fields as Record<string, { ref?: unknown }>)[name]?.ref };
    }
    // The contract's forms are flat: a field's name is the whole path to it.
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}
