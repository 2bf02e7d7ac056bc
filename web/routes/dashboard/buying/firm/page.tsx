import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import { AddressBook } from '#web/addresses/address-book.tsx';
import { STATUS_WORDS } from '#web/firms/firm-words.ts';
import { MemberDialog } from '#web/firms/member-dialog.tsx';
import { PeopleList } from '#web/firms/people-list.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useChange } from '#web/queries/changes.ts';
import { firmAddressesOf } from '#web/queries/buying/firm-addresses.ts';
import { useFirm, useMembers, useMyFirms } from '#web/queries/buying/firms.ts';
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
import { FirmFacts } from './firm-facts.tsx';
import { PartNumbers } from './part-numbers.tsx';

export const meta = metaOf({ title: 'Firm', description: 'The people and facts of a firm that you buy for.' });

export default function FirmPage({ params }: Route.ComponentProps) {
  const user = useUser();
  const { data: firm, error } = useFirm(params.id);
  const mine = useMyFirms().data;
  // What comes later would push down what is below it.
  const people = useMembers(params.id);
  const { key, fetch } = firmAddressesOf(user, params.id);
  const addresses = useQuery({ queryKey: key, queryFn: () => fetch() });
  if (error || !firm || !mine || people.isPending || addresses.isPending)
    return <NotShown what="the firm" error={error} />;
  const role = mine.find(({ _id }) => _id === firm._id)?.role;
  return role ? <OneFirm key={firm._id} user={user} firm={firm} role={role} /> : <NotFound heading="h2" />;
}

const STATUS_NOTES = {
  pending: 'We are looking at this account and write to its managers. Until then, everybody buys for themselves.',
  active: null,
  'on-hold': 'Nothing can be ordered for this firm just now. Please write to us.',
};

function OneFirm({ user, firm, role }: { user: SessionUser; firm: Company; role: CompanyRole }) {
  const navigate = useNavigate();
  const [inviting, setInviting] = useState(false);
  const invite = useRef<HTMLButtonElement>(null);
  const mayManage = mayInCompany(role, 'members');
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{firm.name}</h2>
      <p className="muted mb-4">
        {firm.number} · {STATUS_WORDS[firm.status]} · You are {role}
      </p>
      {mayInCompany(role, 'account') && (
        <p className="mb-4">
          <TextLink to={`/dashboard/company/${firm._id}/account`}>Account: what the firm owes and paid</TextLink>
        </p>
      )}
      {STATUS_NOTES[firm.status] && <p className="alert mb-4">{STATUS_NOTES[firm.status]}</p>}
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">People</h3>
        {mayManage && (
          <button ref={invite} type="button" className="btn btn-sm btn-primary" onClick={() => setInviting(true)}>
            Invite somebody
          </button>
        )}
      </div>
      <PeopleList
        firmId={firm._id}
        mayManage={mayManage}
        isMember
        onLeft={() => void navigate('/dashboard/company', { replace: true })}
      />
      {mayManage && <Invitations firmId={firm._id} onWithdrawn={() => invite.current?.focus()} />}
      <AddressBook
        user={user}
        title="Addresses"
        none="None yet. What managers keep here, everybody who buys for the firm can choose when they order."
        companyId={firm._id}
        mayChange={mayInCompany(role, 'facts')}
        begin={{ company: firm.name, country: firm.invoiceAddress.country }}
      />
      <PartNumbers firmId={firm._id} mayChange={mayInCompany(role, 'part-numbers')} />
      {mayInCompany(role, 'facts') && (
        <>
          <CostCentres firm={firm} />
          <FirmFacts firm={firm} />
        </>
      )}
      {inviting && <MemberDialog firmId={firm._id} onClose={() => setInviting(false)} />}
    </section>
  );
}

/** Who is asked into the firm and has not come yet; nothing where nobody is. */
function Invitations({ firmId, onWithdrawn }: { firmId: string; onWithdrawn: () => void }) {
  const about = ['firms', firmId, 'invitations'] as const;
  const { data: invitations = [] } = usePersonal(about, 'GET /company/:id/invitations', { params: { id: firmId } });
  const withdraw = useChange('DELETE /company/:id/invitation/:invitationId');
  if (invitations.length === 0) return null;
  return (
    <Part id="firm-invitations" title="Invited" className="mt-6">
      <ul className="grid gap-2">
        {invitations.map(({ _id, email, role, expiresAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="wrap-anywhere">{email}</span>, {role}, until {day(expiresAt)}
            </span>
            <RowButton
              tone="danger"
              aria-label={`Withdraw the invitation of ${email}`}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate({ params: { id: firmId, invitationId: _id } }, { onSuccess: onWithdrawn })}
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
