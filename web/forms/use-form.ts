import { useState } from 'react';
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm as useFormOfLibrary,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { readByTheirForm } from '#web/shell/unsaid-fields.ts';

/**
 * A form of the library, which hears of a field by its events alone. What a password manager or the browser filled in
 * without one is read from the fields when the form is sent, so that what stands there is what is sent.
 */
export function useForm<T extends FieldValues, Context = unknown, Sent = T>(
  props?: UseFormProps<T, Context, Sent>,
): UseFormReturn<T, Context, Sent> {
  const form = useFormOfLibrary<T, Context, Sent>(props);
  // Everything but what is sent is the library's own, its state of this render included.
  const [reading] = useState(() => {
    const handleSubmit: typeof form.handleSubmit = (...handlers) => {
      const submit = form.handleSubmit(...handlers);
      return (event) => {
        readFields(form);
        return submit(event);
      };
    };
    const register: typeof form.register = (...field) => {
      const given = form.register(...field);
      const ref: typeof given.ref = (input) => {
        if (input) readByTheirForm.add(input);
        given.ref(input);
      };
      return { ...given, ref };
    };
    return Object.create(form, { handleSubmit: { value: handleSubmit }, register: { value: register } }) as typeof form;
  });
  return reading;
}

type Form<T extends FieldValues, Context, Sent> = Pick<
  UseFormReturn<T, Context, Sent>,
  'control' | 'getValues' | 'setValue'
>;

/** Takes over what stands in the fields and is not known yet. */
export function readFields<T extends FieldValues, Context, Sent>({
  control,
  getValues,
  setValue,
}: Form<T, Context, Sent>): void {
  for (const { name, ref } of fieldsIn(control._fields)) {
    const path = name as FieldPath<T>;
    const standing = standingIn(ref);
    if (standing === undefined || standing === written(getValues(path))) continue;
    setValue(path, standing as FieldPathValue<T, FieldPath<T>>, { shouldDirty: true });
  }
}

interface Registered {
  name: string;
  ref: unknown;
}

/** The fields of a form, those in groups and rows included. */
function fieldsIn(part: object): Registered[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    return key === '_f' ? registered(value) : fieldsIn(value);
  });
}

/** A checkbox is the one of its name. */
function registered(field: object): Registered[] {
  if (!('name' in field) || !('ref' in field)) return [];
  const [box, ...more] = 'refs' in field && Array.isArray(field.refs) ? (field.refs as unknown[]) : [field.ref];
  return more.length > 0 ? [] : [{ name: String(field.name), ref: box }];
}

/** What stands in a field of the page; undefined where it is none, or is not for anybody to fill. */
function standingIn(ref: unknown): string | boolean | undefined {
  if (typeof ref !== 'object' || ref === null || !('isConnected' in ref) || !ref.isConnected) return undefined;
  if (!('value' in ref) || typeof ref.value !== 'string' || !('type' in ref)) return undefined;
  if ('disabled' in ref && ref.disabled) return undefined;
  if (ref.type === 'checkbox') return 'checked' in ref ? ref.checked === true : undefined;
  return ref.type === 'radio' || ref.type === 'file' || ref.type === 'select-multiple' ? undefined : ref.value;
}

/** A value as its field has it. */
function written(value: unknown): string | boolean {
  if (typeof value === 'boolean') return value;
  return value === undefined || value === null || Number.isNaN(value) ? '' : String(value);
}
