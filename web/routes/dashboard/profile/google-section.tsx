import { type Account, useAccountChanged } from '#web/api/account.ts';
import { useDeed } from '#web/routes/login/use-deed.ts';
import { identityCall, linkGoogleAddress } from '#web/session/identity-calls.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { DeedProblem } from './deed-problem.tsx';
import { Section } from './section.tsx';

/** Link and unlink Google. */
export function GoogleSection({ user, account: { googleId } }: { user: SessionUser; account: Account }) {
  const changed = useAccountChanged(user);
  const deed = useDeed();
  const link = () =>
    deed.run(async () => window.location.assign(await linkGoogleAddress('/signed-in?to=/dashboard/myProfile')));
  const unlink = () =>
    deed.run(async () => {
      await identityCall('/unlink-account', { accountId: googleId });
      await changed();
      toast.success('Google is unlinked.');
    });
  return (
    <Section title="Google" state={googleId === null ? 'not linked' : 'linked'}>
      <p>{googleId === null ? 'No Google account is linked.' : 'A Google account is linked.'}</p>
      <button
        type="button"
        className="btn mt-3"
        disabled={deed.busy}
        onClick={() => void (googleId === null ? link() : unlink())}
      >
        {googleId === null ? 'Link Google' : 'Unlink Google'}
      </button>
      <DeedProblem problem={deed.problem} />
    </Section>
  );
}
