import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

/** What a labelled field of a form is given: what ties its input to the form, and what is wrong with it. */
export function fieldIn<T extends FieldValues, N extends FieldPath<T>>(
  { register, formState: { errors } }: Pick<UseFormReturn<T>, 'register' | 'formState'>,
  name: N,
  rules?: RegisterOptions<T, N>,
) {
  const error: FieldError | undefined = get(errors, name);
  return { ...register(name, rules), error };
}
