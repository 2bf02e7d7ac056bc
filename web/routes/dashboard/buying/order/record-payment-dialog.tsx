import { addMoney, lessMoney } from '#contract/money-sums.ts';
import { NewBankPayment, type PaymentWays } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { usePaymentWays } from '#web/queries/money/payments.ts';
import { typedMoney } from '#web/forms/typed-money.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
}

/** Records that money for an order came by bank transfer: all that is due, a part of it, or more. */
export function RecordPaymentDialog({ order, onClose }: Props) {
  // Payments of a company's account, or earlier transfers, may have settled a part.
  const { data: ways } = usePaymentWays(order);
  return ways ? <Dialog order={order} ways={ways} onClose={onClose} /> : null;
}

function Dialog({ order, ways, onClose }: Props & { ways: PaymentWays }) {
  return (
    <CallDialog
      title="Record a bank transfer"
      submit="Record payment"
      schema={NewBankPayment.required()}
      start={{ amount: ways.amount.toFixed(2), date: today(), reference: '' }}
      fieldOf={{ ORDER_PAID: 'reference' }}
      send={async (body, headers) => {
        const { paid } = await userChange('POST /order/:id/payment', { params: { id: order._id }, body, headers });
        return paid ? 'The order is paid' : `${money(Number(body.amount))} recorded`;
      }}
      onClose={onClose}
    >
      {(field, { watch }) => (
        <>
          <p className="mb-3">
            {money(ways.amount)}{' '}
            {ways.received === undefined ? 'is' : `of ${money(addMoney(ways.amount, ways.received))} is`} to be paid for
            order {order.number} of {order.name}.
          </p>
          <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...field('amount')} />
          <TextField label="Date on the bank statement" type="date" {...field('date')} />
          <TextField label="Reference on the bank statement" {...field('reference')} />
          <p className="bg-base-200 rounded-box mt-3 p-4" aria-live="polite">
            {whatItDoes(order, typedMoney(String(watch('amount'))) ?? 0, ways.amount)}
          </p>
        </>
      )}
    </CallDialog>
  );
}

function whatItDoes({ invoiceNumber }: Order, amount: number, due: number): string {
  if (amount < due)
    return `${money(lessMoney(due, amount))} is left to pay${invoiceNumber === undefined ? ', and its stock is held for longer' : ''}. The buyer gets an e-mail that says so.`;
  const paid = `The order is then paid: it ${invoiceNumber === undefined ? 'gets' : 'keeps'} its invoice, and the buyer gets a receipt.`;
  return amount === due ? paid : `${paid} ${money(lessMoney(amount, due))} is too much and has to be returned.`;
}
