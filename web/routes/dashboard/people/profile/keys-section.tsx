import { useState } from 'react';
import type { BuyerKey, MadeBuyerKey } from '#contract/buying/buyer-keys.ts';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { SecretDialog } from '#web/routes/dashboard/secret-dialog.tsx';
import { moment } from '#web/shell/moment.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ActionProblem } from './action-problem.tsx';
import { MakeBuyerKeyDialog } from './make-buyer-key-dialog.tsx';
import { Section } from './section.tsx';

/** Keys for programs that buy, such as an agent or an ERP. */
export function KeysSection() {
  const { data: keys, error } = usePersonal(['buyer-keys'], 'GET /my-api-key', {});
  const companies = useMyCompanies().data ?? [];
  const [asks, setAsks] = useState<'make' | { made: MadeBuyerKey } | { revoked: BuyerKey } | null>(null);
  const nameOfCompany = (id: string) => companies.find(({ _id }) => _id === id)?.name ?? 'a company';
  return (
    <Section title="API keys" state={keys && keys.length > 0 ? String(keys.length) : undefined}>
      <p className="mb-3">
        With a key, a program can buy in your name: an agent at <code>/mcp</code>, or a system of yours through{' '}
        <a className="link" href="/docs">
          the API
        </a>
        . It can never pay.
      </p>
      {error && <p role="alert">{error.message}</p>}
      {!keys && !error && <div className="skeleton h-20" role="status" aria-label="Loading your keys" />}
      {keys?.length === 0 && <p>You have no keys.</p>}
      <ul className="divide-base-300 divide-y">
        {keys?.map((key) => (
          <li key={key._id} className="flex items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="font-medium break-words">
                {key.name} <code className="muted text-sm whitespace-nowrap">{key.begins}…</code>
              </p>
              <p className="text-sm break-words">
                {key.scopes.join(', ')}
                {key.companyId !== null && <span>{`, for ${nameOfCompany(key.companyId)}`}</span>}
                <span>{key.lastUsedAt ? ` · last used ${moment(key.lastUsedAt)}` : ' · never used'}</span>
              </p>
            </div>
            <button
              type="button"
              className="btn btn-sm btn-outline btn-error"
              aria-label={`Revoke ${key.name}`}
              onClick={() => setAsks({ revoked: key })}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="btn mt-3" onClick={() => setAsks('make')}>
        Create a key
      </button>
      {asks === 'make' && (
        <MakeBuyerKeyDialog companies={companies} onMade={(made) => setAsks({ made })} onClose={() => setAsks(null)} />
      )}
      {asks !== null && asks !== 'make' && 'made' in asks && (
        <SecretDialog title={`The key ${asks.made.name}`} secret={asks.made.key} onClose={() => setAsks(null)}>
          Give it to the program that will buy for you. It goes into the header Authorization, as Bearer and the key.
        </SecretDialog>
      )}
      {asks !== null && asks !== 'make' && 'revoked' in asks && (
        <RevokeDialog revoked={asks.revoked} onClose={() => setAsks(null)} />
      )}
    </Section>
  );
}

function RevokeDialog({ revoked, onClose }: { revoked: BuyerKey; onClose: () => void }) {
  const action = useAction();
  const confirm = async () => {
    const params = { id: revoked._id };
    if (await action.run(() => userChange('DELETE /my-api-key/:id', { params }))) onClose();
  };
  return (
    <ConfirmDialog action="Revoke" busy={action.busy} onConfirm={() => void confirm()} onClose={onClose}>
      <strong>{revoked.name}</strong> will be refused at once, and whatever uses it stops working.
      <ActionProblem problem={action.problem} />
    </ConfirmDialog>
  );
}
