import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerFacts } from '#contract/buying/customers.ts';
import { userChange } from '#web/queries/changes.ts';
import { useMay } from '#web/queries/people/role.ts';
import { changeDraft } from '#web/quotes/quote-draft.ts';
import { RoleDialog } from '#web/routes/dashboard/office/users/role-dialog.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

/** What whoever looks may do for a customer, and to their account. */
export function CustomerActions({ customer }: { customer: CustomerFacts }) {
  const { uid } = useUser();
  const may = useMay();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'role' | 'block' | null>(null);
  const { _id, email, isBlocked } = customer;
  const mayRule = may('users') && _id !== uid;
  const quote = async () => {
    changeDraft({ customer: email });
    await navigate('/dashboard/askQuote');
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {may('orders.change') && (
        <PageLink
          to={`/dashboard/newOrder?${new URLSearchParams({ customer: email }).toString()}`}
          className="btn btn-sm btn-primary"
        >
          New order for them
        </PageLink>
      )}
      {may('quotes') && (
        <button type="button" className="btn btn-sm" onClick={() => void quote()}>
          New quote for them
        </button>
      )}
      {mayRule && (
        <button type="button" className="btn btn-sm" onClick={() => setAsks('role')}>
          Change role
        </button>
      )}
      {mayRule && (
        <button
          type="button"
          className={`btn btn-sm btn-outline ${isBlocked ? '' : 'btn-error'}`}
          onClick={() => setAsks('block')}
        >
          {isBlocked ? 'Unblock' : 'Block'}
        </button>
      )}
      {asks === 'role' && <RoleDialog user={customer} onClose={() => setAsks(null)} />}
      {asks === 'block' && <BlockDialog customer={customer} onClose={() => setAsks(null)} />}
    </div>
  );
}

interface DialogProps {
  customer: CustomerFacts;
  onClose: () => void;
}

function BlockDialog({ customer: { email, name, isBlocked }, onClose }: DialogProps) {
  const run = async () => {
    await userChange('PUT /user/disabled/:email', { params: { email }, body: { disabled: !isBlocked } });
    return isBlocked ? `${email} is unblocked` : `${email} is blocked`;
  };
  return (
    <ConfirmAndDo
      action={isBlocked ? 'Unblock' : 'Block'}
      tone={isBlocked ? 'plain' : 'danger'}
      sorry="The account could not be changed."
      run={run}
      onClose={onClose}
    >
      <strong>{name || email}</strong>{' '}
      {isBlocked
        ? 'can sign in again.'
        : 'is signed out everywhere at once and cannot sign in until you unblock them. Their orders stay.'}
    </ConfirmAndDo>
  );
}
