import { type Order, OrderClosing, type WhatClosingGives } from '#contract/buying/orders.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { counted, money } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** Closes what has not been shipped of an order, with a reason that its buyer reads; what follows is said before. */
export function CloseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const title = order.fulfilment === 'none' ? 'Close the order' : 'Close the rest';
  return (
    <CallDialog
      title={title}
      submit={title}
      tone="danger"
      schema={OrderClosing}
      start={{ reason: '' }}
      fieldOf={{ ORDER_OVER: 'reason' }}
      send={async (body, headers) => {
        await userChange('POST /order/:id/close', { params: { id: order._id }, body, headers });
        return order.fulfilment === 'none' ? `Order ${order.number} closed` : `Rest of order ${order.number} closed`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <WhatFollows order={order} />
          <TextField label="Reason" hint="In the letter to the buyer and on the credit note." {...field('reason')} />
        </>
      )}
    </CallDialog>
  );
}

/** The pieces and the sums, as the shop counts them now. */
function WhatFollows({ order: { _id, number } }: { order: Order }) {
  const { data, error } = usePersonal(['order', _id, 'close'], 'GET /order/:id/close', { params: { id: _id } });
  if (error)
    return (
      <p role="alert" className="text-error mb-3">
        {error.message}
      </p>
    );
  if (!data)
    return <div className="skeleton mb-3 h-16 w-full" role="status" aria-label="Adding up what is given back" />;
  return (
    <>
      <p className="mb-3">{`${counted(data.pieces, 'piece')} of order ${number} will not be delivered and go back into stock.`}</p>
      <dl aria-label="What follows" className="mb-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        {sumsOf(data).map(([name, amount]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right font-semibold">{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const WAYS: Record<WhatClosingGives['method'], string> = {
  card: 'Refunded to the card',
  transfer: 'To be paid back by bank transfer',
  credit: 'Credited against the invoice',
};

function sumsOf({ amount, uninvoiced, method }: WhatClosingGives): [name: string, amount: number][] {
  const all: [string, number][] = [
    [WAYS[method], amount],
    ['Not invoiced, and will not be', uninvoiced],
  ];
  const some = all.filter(([, sum]) => sum > 0);
  return some.length > 0 ? some : [['Nothing is refunded or credited', 0]];
}
