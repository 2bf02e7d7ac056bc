import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '#contract/office/webhooks.ts';
import { useChange, userChange } from '#web/queries/changes.ts';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

const FAILED = 'That did not work.';

interface Props {
  webhook: Webhook;
  /** Whether its deliveries are shown. */
  shown: boolean;
  onShow: () => void;
  onEdit: () => void;
  onSecret: (renewed: WebhookWithSecret) => void;
}

/** One endpoint: how it does, and what can be done with it. */
export function WebhookCard({ webhook, shown, onShow, onEdit, onSecret }: Props) {
  const { _id, url, events, madeBy, createdAt, enabled } = webhook;
  const params = { id: _id };
  const change = useChange('PUT /webhook/:id');
  const test = useChange('POST /webhook/:id/test');
  const [asked, setAsked] = useState<'remove' | 'secret' | null>(null);
  const attempt = async (work: Promise<unknown>, done: string) => {
    try {
      await work;
      toast.success(done);
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : FAILED);
    }
  };
  const sendTest = () => attempt(test.mutateAsync({ params }), 'A test message is on its way');
  const toggle = () =>
    attempt(
      change.mutateAsync({ params, body: { enabled: !enabled } }),
      enabled ? 'Disabled: nothing is sent until you enable it' : 'Enabled: events are sent from now on',
    );
  const remove = async () => {
    await userChange('DELETE /webhook/:id', { params });
    return null;
  };
  const renew = async () => {
    onSecret(await userChange('POST /webhook/:id/secret', { params }));
    return null;
  };
  return (
    <li className="border-base-300 rounded-box border p-4">
      <h3 className="font-semibold break-all">{url}</h3>
      <p className="muted text-sm">
        Added by {madeBy}, {moment(createdAt)}
      </p>
      <State of={webhook} />
      <ul className="my-3 flex flex-wrap gap-1" aria-label="Events">
        {events.map((event) => (
          <li key={event} className="badge badge-outline badge-sm">
            {event}
          </li>
        ))}
      </ul>
      <div role="group" aria-label={`Actions for ${url}`} className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" aria-expanded={shown} onClick={onShow}>
          {shown ? 'Hide deliveries' : 'Show deliveries'}
        </button>
        <button
          type="button"
          className="btn btn-sm"
          disabled={!enabled || test.isPending}
          onClick={() => void sendTest()}
        >
          Send a test
        </button>
        <button type="button" className="btn btn-sm" onClick={onEdit}>
          Edit
        </button>
        <button type="button" className="btn btn-sm" disabled={change.isPending} onClick={() => void toggle()}>
          {enabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" className="btn btn-sm" onClick={() => setAsked('secret')}>
          New secret
        </button>
        <button type="button" className="btn btn-sm btn-outline btn-error" onClick={() => setAsked('remove')}>
          Remove
        </button>
      </div>
      {asked === 'remove' && (
        <ConfirmAndDo action="Remove" run={remove} sorry={FAILED} onClose={() => setAsked(null)}>
          Nothing more will be sent to {url}, and its delivery history will be deleted.
        </ConfirmAndDo>
      )}
      {asked === 'secret' && (
        <ConfirmAndDo
          action="Create a new secret"
          tone="plain"
          run={renew}
          sorry={FAILED}
          onClose={() => setAsked(null)}
        >
          For a day, messages are signed with both secrets, so that {url} can switch. Then only the new one counts.
        </ConfirmAndDo>
      )}
    </li>
  );
}

function State({ of: { enabled, disabledBecause, failingSince } }: { of: Webhook }) {
  if (!enabled)
    return (
      <p className="mt-2">
        <span className="badge badge-error">Disabled</span> {disabledBecause ?? 'Switched off by hand'}. No events are
        sent to it.
      </p>
    );
  if (failingSince !== null)
    return (
      <p className="mt-2">
        <span className="badge badge-warning">Failing</span> No delivery has succeeded since {moment(failingSince)}.
      </p>
    );
  return (
    <p className="mt-2">
      <span className="badge badge-success">Enabled</span>
    </p>
  );
}
