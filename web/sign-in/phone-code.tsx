import { useState } from 'react';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useForm } from '#web/forms/use-form.ts';
import { sendPhoneCode } from '#web/queries/people/ways-in.ts';
import { say } from '#web/saying/say.ts';
import { codeRule, phoneRule } from './rules.ts';

/**
 * A form that sends a code to a telephone number first, and then is sent with the code.
 * @param use what is done with the code; what it throws the form shows
 */
export function usePhoneCode(use: (phoneNumber: string, code: string) => Promise<void>) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const action = useAction();
  const form = useForm({ defaultValues: { phoneNumber: '', code: '' } });
  const submit = form.handleSubmit(({ phoneNumber, code }) =>
    action.run(async () => {
      if (sentTo !== null) return use(sentTo, code);
      await sendPhoneCode(phoneNumber);
      setSentTo(phoneNumber);
    }),
  );
  const phoneField = (
    <TextField
      label={say('Phone number')}
      type="tel"
      autoComplete="tel"
      readOnly={sentTo !== null}
      hint={say('With the country code, such as +8801712345678')}
      {...fieldIn(form, 'phoneNumber', phoneRule)}
    />
  );
  const codeField = (label: string) => (
    <TextField label={label} inputMode="numeric" autoComplete="one-time-code" {...fieldIn(form, 'code', codeRule)} />
  );
  return { isSent: sentTo !== null, again: () => setSentTo(null), action, submit, phoneField, codeField };
}
