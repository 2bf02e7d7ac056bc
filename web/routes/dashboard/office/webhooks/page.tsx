import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '#contract/office/webhooks.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SecretDialog } from '#web/routes/dashboard/secret-dialog.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

export const meta = metaOf({ title: 'Webhooks', description: 'Tell other systems what happens in the shop.' });

export default function WebhooksPage() {
  return (
    <RequirePermission permission="webhooks">
      <h2 className="mb-2 text-xl font-semibold">Webhooks</h2>
      <p className="muted mb-4 max-w-prose">
        The shop calls these addresses when something happens, and tries again for three days if a call fails. How to
        read and check messages is described in{' '}
        <a className="link" href="/docs#webhooks">
          the API documentation
        </a>
        .
      </p>
      <Webhooks />
    </RequirePermission>
  );
}

function Webhooks() {
  const { data, error } = usePersonal(['webhooks'], 'GET /webhook', {});
  const [form, setForm] = useState<{ webhook?: Webhook } | null>(null);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  if (!data) return <NotShown what="the webhooks" error={error} />;
  const looked = data.find(({ _id }) => _id === shown);
  return (
    <>
      <button type="button" className="btn btn-primary mb-4" onClick={() => setForm({})}>
        Add a webhook
      </button>
      {data.length === 0 ? (
        <p>There are no webhooks: no other system is notified.</p>
      ) : (
        <ul className="grid gap-4">
          {data.map((webhook) => (
            <WebhookCard
              key={webhook._id}
              webhook={webhook}
              onEdit={() => setForm({ webhook })}
              onSecret={setMade}
              shown={shown === webhook._id}
              onShow={() => setShown(shown === webhook._id ? null : webhook._id)}
            />
          ))}
        </ul>
      )}
      {looked && <Deliveries key={looked._id} webhook={looked} />}
      {form && (
        <WebhookDialog
          {...form}
          onMade={(webhook) => {
            setForm(null);
            setMade(webhook);
          }}
          onClose={() => setForm(null)}
        />
      )}
      {made && (
        <SecretDialog title="The secret of the webhook" secret={made.secret} onClose={() => setMade(null)}>
          The receiver uses it to check that a message came from this shop.
        </SecretDialog>
      )}
    </>
  );
}
