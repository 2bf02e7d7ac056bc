import { useEffect } from 'react';
import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';

/** What somebody else wrote meanwhile is shown in a form, but for what is being changed here: that stays until it is sent. */
export function useFollowing<T extends FieldValues>(form: UseFormReturn<T>, written: T): void {
  const asText = JSON.stringify(written);
  useEffect(() => {
    const now = JSON.parse(asText) as T;
    const before = form.formState.defaultValues;
    const own = Object.entries(form.getValues()).filter(([name, value]) => !isSame(value, get(before, name)));
    form.reset(now, { keepErrors: true });
    form.reset({ ...now, ...Object.fromEntries(own) }, { keepDefaultValues: true, keepErrors: true });
  }, [asText, form]);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
