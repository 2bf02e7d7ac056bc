import { useState } from 'react';
import type { Punchout, PunchoutWithSecret } from '#contract/buying/punchout.ts';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { moment } from '#web/shell/moment.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import { DOCUMENT_WORDS, KIND_WORDS } from './kind-words.ts';
import { TryDialog } from './try-dialog.tsx';

const FAILED = 'That did not work.';

interface Props {
  connection: Punchout;
  /** Whether its log is shown. */
  shown: boolean;
  onShow: () => void;
  onEdit: () => void;
  onSecret: (renewed: PunchoutWithSecret) => void;
}

/** One connection: who it is, how it answered last, and what can be done with it. */
export function PunchoutCard({ connection, shown, onShow, onEdit, onSecret }: Props) {
  const { _id, name, company, kind, user, username, address, documents, madeBy, createdAt } = connection;
  const params = { id: _id };
  const [asked, setAsked] = useState<'remove' | 'secret' | null>(null);
  const [tried, setTried] = useState<string | null>(null);
  const trying = useAction();
  const tryIt = () =>
    trying.run(async () => setTried((await userChange('POST /punchout/:id/try', { params })).address));
  const remove = async () => {
    await userChange('DELETE /punchout/:id', { params });
    return null;
  };
  const renew = async () => {
    onSecret(await userChange('POST /punchout/:id/secret', { params }));
    return null;
  };
  return (
    <li className="border-base-300 rounded-box border p-4">
      <h3 className="font-semibold break-words">
        {company}: {name}
      </h3>
      <p className="muted text-sm">
        Added by {madeBy}, {moment(createdAt)}
      </p>
      <dl className="my-3 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        <dt className="muted">Kind</dt>
        <dd>{KIND_WORDS[kind]}</dd>
        <dt className="muted">Buys as</dt>
        <dd className="break-words">
          {user ? `${user.name}, ${user.email}` : 'Nobody: whoever it was is gone. Edit it to name somebody else.'}
        </dd>
        <dt className="muted">Address</dt>
        <dd className="break-all">{address}</dd>
        <dt className="muted">User name</dt>
        <dd className="break-all">{username}</dd>
        {documents && (
          <>
            <dt className="muted">Documents</dt>
            <dd className="break-words">
              <span>
                {documents.kinds.map((each) => DOCUMENT_WORDS[each]).join(', ')} to {documents.url}
              </span>
              {documents.stopped !== null && (
                <span className="text-error block">
                  {`No longer sent: ${documents.stopped}. Save the address again to send them.`}
                </span>
              )}
            </dd>
          </>
        )}
      </dl>
      <Last of={connection} />
      <div role="group" aria-label={`Actions for ${name} of ${company}`} className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" aria-expanded={shown} onClick={onShow}>
          {shown ? 'Hide log' : 'Show log'}
        </button>
        <button type="button" className="btn btn-sm" disabled={trying.busy} onClick={() => void tryIt()}>
          Try it
        </button>
        <button type="button" className="btn btn-sm" onClick={onEdit}>
          Edit
        </button>
        <button type="button" className="btn btn-sm" onClick={() => setAsked('secret')}>
          New password
        </button>
        <button type="button" className="btn btn-sm btn-outline btn-error" onClick={() => setAsked('remove')}>
          Remove
        </button>
      </div>
      {trying.problem && (
        <p className="text-error mt-2" role="alert">
          {trying.problem.message}
        </p>
      )}
      {tried !== null && <TryDialog company={company} address={tried} onClose={() => setTried(null)} />}
      {asked === 'remove' && (
        <ConfirmAndDo action="Remove" run={remove} sorry={FAILED} onClose={() => setAsked(null)}>
          Nobody of {company} comes in by it any more, and visits that are open end at once.
        </ConfirmAndDo>
      )}
      {asked === 'secret' && (
        <ConfirmAndDo
          action="Create a new password"
          tone="plain"
          run={renew}
          sorry={FAILED}
          onClose={() => setAsked(null)}
        >
          The password of now ends at once: {company} cannot come in until its system has the new one.
        </ConfirmAndDo>
      )}
    </li>
  );
}

function Last({ of: { last, lastUsedAt } }: { of: Punchout }) {
  if (last === null || lastUsedAt === null)
    return (
      <p>
        <span className="badge badge-outline">Not used yet</span>
      </p>
    );
  return (
    <p>
      <span className={`badge ${last.ok ? 'badge-success' : 'badge-error'}`}>{last.ok ? 'Works' : 'Refused'}</span>{' '}
      <span>
        {moment(lastUsedAt)}: {last.said}
      </span>
    </p>
  );
}
