import { useAccount } from '#web/queries/people/account.ts';
import { EmailSection } from './email-section.tsx';
import { GoogleSection } from './google-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

/** What belongs to signing in, below the spec's own form. */
export function AccountSections() {
  const { data: account, error } = useAccount();
  if (error && !account) return <p role="alert">{error.message}</p>;
  if (!account) return <div className="skeleton mt-8 h-96 max-w-xl" role="status" aria-label="Loading your account" />;
  return (
    <div className="mt-10">
      <EmailSection account={account} />
      <PasswordSection account={account} />
      <GoogleSection account={account} />
      <PhoneSection account={account} />
      <TwoStepSection account={account} />
      <SessionsSection />
      <KeysSection />
      <LeaveSection account={account} />
    </div>
  );
}
