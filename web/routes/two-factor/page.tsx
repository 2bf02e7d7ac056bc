import { useState } from 'react';
import { fieldIn } from '#web/forms/field-in.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { codeRule } from '#web/sign-in/rules.ts';
import { BackToLogin, forVisitors, SignInCard, SignInProblem, SubmitButton } from '#web/sign-in/sign-in-card.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { isComingBack, rememberComingBack } from '#web/session/guards.tsx';
import { takeSecondStep } from '#web/session/identity-calls.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({ title: say('Second step'), description: say('Confirm that it is you.') });

export default forVisitors(SecondStepCard);

function SecondStepCard() {
  const [way, setWay] = useState<'totp' | 'backup-code'>('totp');
  const action = useAction();
  const form = useForm({ defaultValues: { code: '', trustDevice: false } });

  const submit = form.handleSubmit(({ code, trustDevice }) =>
    action.run(async () => {
      const user = await takeSecondStep(way, { code, trustDevice });
      // A way in through another page says in the address where it was to lead.
      const returnTo = new URLSearchParams(window.location.search).get('returnTo');
      if (returnTo !== null && !isComingBack()) rememberComingBack({ from: returnTo });
      await tabSession().begin(user);
    }),
  );

  const other = way === 'totp' ? 'backup-code' : 'totp';
  const switchWay = () => {
    form.reset({ ...form.getValues(), code: '' });
    setWay(other);
  };
  return (
    <SignInCard title={say('Second step')}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {way === 'totp'
            ? say('Enter the code that your authenticator app shows now.')
            : say('Enter one of your backup codes. Each works once.')}
        </p>
        <TextField
          key={way}
          label={way === 'totp' ? say('Code') : say('Backup code')}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          {...fieldIn(form, 'code', codeRule)}
        />
        <label className="label text-base-content mt-2 whitespace-normal">
          <input type="checkbox" className="checkbox checkbox-sm" {...form.register('trustDevice')} />
          {say('Do not ask again on this device for 30 days')}
        </label>
        <SignInProblem message={action.problem?.message} />
        <SubmitButton busy={action.busy}>{say('Confirm')}</SubmitButton>
        <button type="button" className="btn btn-ghost btn-block mt-2" onClick={switchWay}>
          {way === 'totp' ? say('Use a backup code') : say('Use the authenticator app')}
        </button>
      </form>
      <BackToLogin />
    </SignInCard>
  );
}
