import { useAccount } from '#web/queries/people/account.ts';
import type { SessionUser } from '#web/session/user.ts';
import { EmailSection } from './email-section.tsx';
import { GoogleSection } from './google-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** What belongs to signing in, below the spec's own form. */
export function AccountSections({ user }: { user: SessionUser }) {
  const { data: account, error } = useAccount(user);
  if (error && !account) return <p role="alert">{error.message}</p>;
  if (!account) return <div className="skeleton mt-8 h-96 max-w-xl" role="status" aria-label="Loading your account" />;
  return (
    <div className="mt-10">
      <EmailSection account={account} />
      <PasswordSection user={user} account={account} />
      <GoogleSection user={user} account={account} />
      <PhoneSection user={user} account={account} />
      <TwoStepSection user={user} account={account} />
      <SessionsSection user={user} />
      <KeysSection user={user} />
      <LeaveSection account={account} />
    </div>
  );
}
