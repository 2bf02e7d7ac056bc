import { mayInCompany } from '#contract/company-policy.ts';
import { useSource } from '#web/api/use-source.ts';
import { creditLeftOf, myCompaniesOf } from '#web/queries/buying/own-companies.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { say } from '#web/saying/say.ts';

/** Why a company cannot order at the moment, by its status or by what it owes; nothing where it can. */
export function StandingNotice({ user, company }: { user: SessionUser; company: BuyingFor }) {
  const companies = useSource(myCompaniesOf(user));
  const mine = companies?.find(({ _id }) => _id === company.id);
  if (!mine || !mayInCompany(mine.role, 'order')) return null;
  const words = STANDING_WORDS[mine.status];
  return words === undefined ? (
    <Overdue user={user} company={company} mayPay={mayInCompany(mine.role, 'account')} />
  ) : (
    <Notice company={company} mayPay={mine.status === 'on-hold' && mayInCompany(mine.role, 'account')}>
      {words(company.name)}
    </Notice>
  );
}

const STANDING_WORDS: Record<string, (name: string) => string> = {
  'on-hold': (name) => say('{name} is on hold: you cannot order for it. You can still pay what it owes.', { name }),
  pending: (name) =>
    say('{name} is waiting for our approval: you can fill a basket now and order once it is approved.', { name }),
};

function Overdue({ user, company, mayPay }: { user: SessionUser; company: BuyingFor; mayPay: boolean }) {
  const credit = useSource(creditLeftOf(user, company.id));
  if (credit?.refusal !== 'ACCOUNT_OVERDUE') return null;
  return (
    <Notice company={company} mayPay={mayPay}>
      {say('{name} has long-overdue invoices. Until they are paid, it cannot order on account, only prepaid.', {
        name: company.name,
      })}
    </Notice>
  );
}

function Notice({ company, mayPay, children }: { company: BuyingFor; mayPay: boolean; children: string }) {
  return (
    <div className="page-width mt-4">
      <p role="status" className="alert alert-warning">
        <span>
          {children}{' '}
          {mayPay && <TextLink to={`/dashboard/company/${company.id}/account`}>{say('Company account')}</TextLink>}
        </span>
      </p>
    </div>
  );
}
