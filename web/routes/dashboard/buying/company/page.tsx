import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import { AddressBook } from '#web/addresses/address-book.tsx';
import { STATUS_WORDS } from '#web/companies/company-words.ts';
import { MemberDialog } from '#web/companies/member-dialog.tsx';
import { PeopleList } from '#web/companies/people-list.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useChange } from '#web/queries/changes.ts';
import { companyAddressesOf } from '#web/queries/buying/company-addresses.ts';
import { useCompany, useMembers, useMyCompanies } from '#web/queries/buying/companies.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useUser } from '#web/session/signed-in.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { day } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';
import type { Route } from './+types/page.ts';
import { CostCentres } from './cost-centres.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { PartNumbers } from './part-numbers.tsx';

export const meta = metaOf({ title: 'Company', description: 'The people and details of a company that you buy for.' });

export default function CompanyPage({ params }: Route.ComponentProps) {
  const user = useUser();
  const { data: company, error } = useCompany(params.id);
  const mine = useMyCompanies().data;
  // What comes later would push down what is below it.
  const people = useMembers(params.id);
  const { key, fetch } = companyAddressesOf(user, params.id);
  const addresses = useQuery({ queryKey: key, queryFn: () => fetch() });
  if (error || !company || !mine || people.isPending || addresses.isPending)
    return <NotShown what="the company" error={error} />;
  const role = mine.find(({ _id }) => _id === company._id)?.role;
  return role ? <OneCompany key={company._id} user={user} company={company} role={role} /> : <NotFound heading="h2" />;
}

const STATUS_NOTES = {
  pending: 'We are reviewing this account and will write to its managers. Until then, you can only buy for yourself.',
  active: null,
  'on-hold': 'You cannot order for this company at the moment. Please contact us.',
};

function OneCompany({ user, company, role }: { user: SessionUser; company: Company; role: CompanyRole }) {
  const navigate = useNavigate();
  const [inviting, setInviting] = useState(false);
  const invite = useRef<HTMLButtonElement>(null);
  const mayManage = mayInCompany(role, 'members');
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{company.name}</h2>
      <p className="muted mb-4">
        {company.number} · {STATUS_WORDS[company.status]} · You are {role}
      </p>
      {mayInCompany(role, 'account') && (
        <p className="mb-4">
          <TextLink to={`/dashboard/company/${company._id}/account`}>
            Account: what the company owes and has paid
          </TextLink>
        </p>
      )}
      {STATUS_NOTES[company.status] && <p className="alert mb-4">{STATUS_NOTES[company.status]}</p>}
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">People</h3>
        {mayManage && (
          <button ref={invite} type="button" className="btn btn-sm btn-primary" onClick={() => setInviting(true)}>
            Invite someone
          </button>
        )}
      </div>
      <PeopleList
        companyId={company._id}
        mayManage={mayManage}
        isMember
        onLeft={() => void navigate('/dashboard/company', { replace: true })}
      />
      {mayManage && <Invitations companyId={company._id} onWithdrawn={() => invite.current?.focus()} />}
      <AddressBook
        user={user}
        title="Addresses"
        none="None yet. Managers save addresses here, and everyone who buys for the company can choose them when ordering."
        companyId={company._id}
        mayChange={mayInCompany(role, 'facts')}
        begin={{ company: company.name, country: company.invoiceAddress.country }}
      />
      <PartNumbers companyId={company._id} mayChange={mayInCompany(role, 'part-numbers')} />
      {mayInCompany(role, 'facts') && (
        <>
          <CostCentres company={company} />
          <CompanyFacts company={company} />
        </>
      )}
      {inviting && <MemberDialog companyId={company._id} onClose={() => setInviting(false)} />}
    </section>
  );
}

/** Open invitations to the company; nothing where there are none. */
function Invitations({ companyId, onWithdrawn }: { companyId: string; onWithdrawn: () => void }) {
  const about = ['companies', companyId, 'invitations'] as const;
  const { data: invitations = [] } = usePersonal(about, 'GET /company/:id/invitations', { params: { id: companyId } });
  const withdraw = useChange('DELETE /company/:id/invitation/:invitationId');
  if (invitations.length === 0) return null;
  return (
    <Part id="company-invitations" title="Invited" className="mt-6">
      <ul className="grid gap-2">
        {invitations.map(({ _id, email, role, expiresAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="wrap-anywhere">{email}</span>, {role}, until {day(expiresAt)}
            </span>
            <RowButton
              tone="danger"
              aria-label={`Withdraw the invitation to ${email}`}
              disabled={withdraw.isPending}
              onClick={() =>
                withdraw.mutate({ params: { id: companyId, invitationId: _id } }, { onSuccess: onWithdrawn })
              }
            >
              Withdraw
            </RowButton>
          </li>
        ))}
      </ul>
      <FormProblem message={withdraw.error?.message} />
    </Part>
  );
}
