import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, type ClientErrorCode } from '#web/api/api-error.ts';
import { say } from '#web/saying/say.ts';

/** Which field a refusal is about, where the refusal itself does not say. */
export type FieldOfCode<T extends FieldValues> = Partial<Record<ClientErrorCode, FieldPath<T>>>;

/** A refusal taken apart: what belongs to which field, and what is left to say above the form. */
interface FieldIssues<T extends FieldValues> {
  fields: { name: FieldPath<T>; message: string }[];
  rest: string | null;
}

/** Finds the field of each complaint. `names` are the form's fields. */
export function placeIssues<T extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<T>[],
  fieldOf: FieldOfCode<T> = {},
): FieldIssues<T> {
  if (!(error instanceof ApiError)) {
    return {
      fields: [],
      rest: error instanceof Error ? error.message : say('Something went wrong. Please try again.'),
    };
  }
  const fields: FieldIssues<T>['fields'] = [];
  const rest: string[] = [];
  for (const { path, message } of error.issues) {
    const name = names.find((each) => each === path);
    if (name) fields.push({ name, message });
    else rest.push(message);
  }
  const field = fieldOf[error.code];
  if (error.issues.length === 0) {
    if (field) fields.push({ name: field, message: error.message });
    else rest.push(error.message);
  }
  return { fields, rest: rest.length > 0 ? rest.join(' ') : null };
}

/** Shows a refusal in the form: at its fields, the first of which gets the focus, else as `errors.root`. Nothing typed is lost. */
export function showIssues<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'getValues' | 'setError'>,
  error: unknown,
  fieldOf: FieldOfCode<T> = {},
): void {
  // A form's values are its fields, those of rows included: react-hook-form types them as strings of its own making.
  const names = Object.entries(form.getValues()).flatMap(([name, value]) => [name, ...rowFields(name, value)]);
  const { fields, rest } = placeIssues(error, names as FieldPath<T>[], fieldOf);
  fields.forEach(({ name, message }, index) => {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (rest !== null) form.setError('root', { type: 'server', message: rest });
}

/**
 * A price that changed meanwhile, said with the new one, which is what the next click agrees to; any other refusal as it is.
 * @param words puts the new price into a sentence
 */
export function withNewPrice(error: unknown, words: (price: number) => string): unknown {
  const price = error instanceof ApiError && error.code === 'PRICE_MISMATCH' ? error.number('price') : undefined;
  return price === undefined ? error : new ApiError(409, { code: 'PRICE_MISMATCH', message: words(price) });
}

/** The names of the fields in a list of rows, such as `priceBreaks.0.from`, or in a group, such as `deliveryAddress.town`. */
function rowFields(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    return typeof value === 'object' && value !== null ? Object.keys(value).map((field) => `${name}.${field}`) : [];
  }
  return value.flatMap((row: unknown, index) =>
    typeof row === 'object' && row !== null ? Object.keys(row).map((field) => `${name}.${index}.${field}`) : [],
  );
}

/** What a refusal says about one field; null where it is about something else. */
export function issueAt(error: unknown, path: string): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.issues.find((issue) => issue.path === path)?.message ?? null;
}
