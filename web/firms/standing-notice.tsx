import { mayInCompany } from '#contract/company-policy.ts';
import { useSource } from '#web/api/use-source.ts';
import { creditLeftOf, myFirmsOf } from '#web/queries/buying/own-firms.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** What its standing, or what it owes, keeps a firm from ordering just now; nothing where nothing does. */
export function StandingNotice({ user, firm }: { user: SessionUser; firm: BuyingFor }) {
  const firms = useSource(myFirmsOf(user));
  const mine = firms?.find(({ _id }) => _id === firm.id);
  if (!mine || !mayInCompany(mine.role, 'order')) return null;
  const words = STANDING_WORDS[mine.status];
  return words === undefined ? (
    <Overdue user={user} firm={firm} mayPay={mayInCompany(mine.role, 'account')} />
  ) : (
    <Said firm={firm} mayPay={mine.status === 'on-hold' && mayInCompany(mine.role, 'account')}>
      {`${firm.name} ${words}`}
    </Said>
  );
}

const STANDING_WORDS: Record<string, string> = {
  'on-hold': 'is on hold: nothing can be ordered for it. What it owes can be paid.',
  pending: 'waits for our staff to agree: a basket can be filled, and ordered once they have.',
};

function Overdue({ user, firm, mayPay }: { user: SessionUser; firm: BuyingFor; mayPay: boolean }) {
  const credit = useSource(creditLeftOf(user, firm.id));
  if (credit?.refusal !== 'ACCOUNT_OVERDUE') return null;
  return (
    <Said firm={firm} mayPay={mayPay}>
      {`Invoices of ${firm.name} are long overdue: until they are paid, it orders nothing on account. What is paid first can be ordered.`}
    </Said>
  );
}

function Said({ firm, mayPay, children }: { firm: BuyingFor; mayPay: boolean; children: string }) {
  return (
    <div className="page-width mt-4">
      <p role="status" className="alert alert-warning">
        <span>
          {children} {mayPay && <TextLink to={`/dashboard/company/${firm.id}/account`}>Account of the firm</TextLink>}
        </span>
      </p>
    </div>
  );
}
