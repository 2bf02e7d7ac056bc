import { type Account, useAccountChanged } from '#web/queries/people/account.ts';
import { useAction } from '#web/forms/use-action.ts';
import { linkGoogleAddress, unlinkGoogle } from '#web/queries/people/change-account.ts';
import { toast } from '#web/shell/toasts.ts';
import { ActionProblem } from './action-problem.tsx';
import { Section } from './section.tsx';

/** Link and unlink Google. */
export function GoogleSection({ account: { googleId } }: { account: Account }) {
  const changed = useAccountChanged();
  const action = useAction();
  const link = () =>
    action.run(async () =>
      window.location.assign(await linkGoogleAddress('/signed-in?to=/dashboard/myProfile&done=google-linked')),
    );
  const unlink = (accountId: string) =>
    action.run(async () => {
      await unlinkGoogle(accountId);
      await changed();
      toast.success('Google is unlinked.');
    });
  return (
    <Section title="Google" state={googleId === null ? 'not linked' : 'linked'}>
      <p>{googleId === null ? 'No Google account is linked.' : 'A Google account is linked.'}</p>
      <button
        type="button"
        className="btn mt-3"
        disabled={action.busy}
        onClick={() => void (googleId === null ? link() : unlink(googleId))}
      >
        {googleId === null ? 'Link Google' : 'Unlink Google'}
      </button>
      <ActionProblem problem={action.problem} />
    </Section>
  );
}
