import { LinkCard } from '#web/sign-in/link-card.tsx';
import { sendPasswordLink } from '#web/queries/people/ways-in.ts';
import { metaOf } from '#web/shell/page-meta.ts';

export const meta = metaOf({ title: 'Forgot your password?', description: 'Get a link to set a new password.' });

export default function ForgotPasswordPage() {
  return (
    <LinkCard
      title="Forgot your password?"
      autoComplete="username"
      send={sendPasswordLink}
      sent="If there is an account with this address, a link to set a new password is on its way to it."
    />
  );
}
