import type { Order } from '#contract/buying/orders.ts';
import { NewGiveBack } from '#contract/money/payments.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** Records that what came too much for an order was sent back at the bank. */
export function GiveBackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { overpaid = 0 } = order;
  return (
    <CallDialog
      title="Return the overpayment"
      submit="Record"
      schema={NewGiveBack}
      start={{ amount: overpaid.toFixed(2), date: today(), reference: '' }}
      fieldOf={{ REFUND_TOO_LARGE: 'amount' }}
      send={async (body, headers) => {
        await userChange('POST /order/:id/payment/give-back', { params: { id: order._id }, body, headers });
        return `${money(Number(body.amount))} returned`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {order.name} paid {money(overpaid)} too much for order {order.number}. Send it back through your bank, then
            record it here.
          </p>
          <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...field('amount')} />
          <TextField label="Date sent" type="date" {...field('date')} />
          <TextField label="Reference of your transfer" {...field('reference')} />
        </>
      )}
    </CallDialog>
  );
}
