import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import type { FieldOfCode } from '#web/forms/server-issues.ts';
import { useForm } from '#web/forms/use-form.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from './form-dialog.tsx';

type Field<Input extends FieldValues> = <N extends FieldPath<Input>>(
  name: N,
  rules?: RegisterOptions<Input, N>,
) => ReturnType<typeof fieldIn<Input, N>>;

interface Props<Input extends FieldValues, Output> {
  title: string;
  /** The word on the button that sends it. */
  submit: string;
  tone?: 'plain' | 'danger';
  size?: 'usual' | 'wide';
  /** What the call takes: what is wrong with a field stands at it, in the contract's words. */
  schema: z.ZodType<Output, Input>;
  /** What the fields begin with. */
  start: DefaultValues<Input>;
  /**
   * Makes the call. @param headers the key of this dialog, for what may be done once however often the button is pressed and
   * whatever is changed between
   * @returns what is said once it is done; undefined where nothing has to be said
   */
  send: (values: Output, headers: { 'idempotency-key': string }) => Promise<string | undefined>;
  /** At which field a refusal stands that does not say so itself. */
  fieldOf?: FieldOfCode<Input>;
  onClose: () => void;
  /** The fields, each by its name. */
  children: (field: Field<Input>, form: UseFormReturn<Input, unknown, Output>) => ReactNode;
}

/** A form in a dialog that makes one call: it closes once that is done, and a refusal stands in it with all that was typed. */
export function CallDialog<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { schema, start, send, fieldOf, children, onClose, ...dialog } = props;
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<Input, unknown, Output>({ resolver: contractResolver(schema), defaultValues: start });
  const submit = sending(
    form,
    async (values) => {
      const said = await send(values, { 'idempotency-key': key });
      if (said !== undefined) toast.success(said);
      onClose();
    },
    fieldOf,
  );
  return (
    <FormDialog {...dialog} {...inDialog(form, submit)} onClose={onClose}>
      {children((name, rules) => fieldIn(form, name, rules), form)}
    </FormDialog>
  );
}
