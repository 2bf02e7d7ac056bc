import { LinkCard } from '#web/sign-in/link-card.tsx';
import { sendPasswordLink } from '#web/queries/people/ways-in.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({ title: say('Forgot your password?'), description: 'Get a link to set a new password.' });

export default function ForgotPasswordPage() {
  return (
    <LinkCard
      title={say('Forgot your password?')}
      autoComplete="username"
      send={sendPasswordLink}
      sent={say('If there is an account with this address, a link to set a new password is on its way to it.')}
    />
  );
}
