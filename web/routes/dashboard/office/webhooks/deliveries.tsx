import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#contract/office/webhooks.ts';
import { userChange } from '#web/queries/changes.ts';
import { useDeliveries } from '#web/queries/office/webhooks.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

const STATES: Record<WebhookDelivery['state'], { text: string; look: string }> = {
  pending: { text: 'Pending', look: 'badge-warning' },
  delivered: { text: 'Delivered', look: 'badge-success' },
  failed: { text: 'Not delivered', look: 'badge-error' },
};

/** What an endpoint was or will be told, with its answers. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const query = useDeliveries(webhook._id);
  const [shown, setShown] = useState<string | null>(null);
  const send = async (delivery: string) => {
    try {
      await userChange('POST /webhook/:id/delivery/:delivery/again', { params: { id: webhook._id, delivery } });
      toast.success('Sent again');
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'It could not be sent again.');
    }
  };
  return (
    <section aria-labelledby="deliveries" className="mt-6">
      <h3 id="deliveries" className="mb-3 text-lg font-semibold break-all">
        Deliveries to {webhook.url}
      </h3>
      <PagedTable
        query={query}
        one="delivery"
        many="deliveries"
        label={`Deliveries to ${webhook.url}`}
        columns={columns(setShown, (delivery) => void send(delivery))}
        keyOf={({ _id }) => _id}
        tools={
          <button type="button" className="btn btn-sm" disabled={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </button>
        }
      />
      {shown && <DeliveryDialog webhook={webhook._id} delivery={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

function columns(onShow: (id: string) => void, onAgain: (id: string) => void): Column<WebhookDelivery>[] {
  return [
    { title: 'When', kind: 'tight', cell: ({ createdAt }) => moment(createdAt) },
    { title: 'Event', names: true, cell: ({ type }) => type },
    {
      title: 'Status',
      kind: 'tight',
      cell: ({ state, lastStatus }) => (
        <>
          <span className={`badge ${STATES[state].look}`}>{STATES[state].text}</span> {lastStatus}
        </>
      ),
    },
    {
      title: 'Next attempt',
      kind: 'tight',
      cell: ({ nextAttemptAt, attempts }) =>
        nextAttemptAt === null ? '' : attempts === 0 ? 'Now' : moment(nextAttemptAt),
    },
    {
      title: 'Responses',
      kind: 'tight',
      cell: ({ _id }) => <RowButton onClick={() => onShow(_id)}>Show responses</RowButton>,
    },
    {
      title: 'Send again',
      kind: 'tight',
      cell: ({ _id }) => <RowButton onClick={() => onAgain(_id)}>Send again</RowButton>,
    },
  ];
}

function DeliveryDialog({ webhook, delivery, onClose }: { webhook: string; delivery: string; onClose: () => void }) {
  const about = ['webhooks', webhook, 'deliveries', delivery] as const;
  const params = { id: webhook, delivery };
  const { data, error } = usePersonal(about, 'GET /webhook/:id/delivery/:delivery', { params });
  return (
    <Dialog title={data ? `${data.type}, ${moment(data.createdAt)}` : 'Delivery'} size="wide" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <div className="skeleton h-40 w-full" role="status" aria-label="Loading: Delivery" />}
      {data && (
        <>
          <h3 id="what-is-sent" className="font-semibold">
            Payload
          </h3>
          <pre
            role="group"
            aria-labelledby="what-is-sent"
            className="bg-base-200 rounded-box mt-2 p-3 text-sm break-all whitespace-pre-wrap"
          >
            {JSON.stringify(JSON.parse(data.body), null, 2)}
          </pre>
          <h3 className="mt-4 font-semibold">Responses</h3>
          {data.answers.length === 0 && <p>Nothing yet.</p>}
          <ol className="mt-2 grid gap-3">
            {data.answers.map(({ at, ms, status, answer, problem }) => (
              <li key={at}>
                <p>
                  {moment(at)}: <strong>{status ?? problem}</strong>, after {ms.toLocaleString('en-US')} ms
                </p>
                {answer !== '' && (
                  <pre
                    role="group"
                    aria-label={`Response of ${moment(at)}`}
                    className="bg-base-200 rounded-box mt-1 p-3 text-sm break-all whitespace-pre-wrap"
                  >
                    {answer}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}
