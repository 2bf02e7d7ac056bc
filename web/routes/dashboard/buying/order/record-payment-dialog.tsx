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

/** Records that money for an order came by bank transfer: all that is due, a part of it, or more; or too much, where it is paid. */
export function RecordPaymentDialog({ order, onClose }: Props) {
  return order.state === 'paid' ? (
    <Dialog order={order} due={null} onClose={onClose} />
  ) : (
    <Due order={order} onClose={onClose} />
  );
}

function Due({ order, onClose }: Props) {
  // Payments of a company's account, or earlier transfers, may have settled a part.
  const { data: ways } = usePaymentWays(order);
  return ways ? <Dialog order={order} due={ways} onClose={onClose} /> : null;
}

/** @param due null: the order is paid */
function Dialog({ order, due, onClose }: Props & { due: PaymentWays | null }) {
  return (
    <CallDialog
      title="Record a bank transfer"
      submit="Record payment"
      schema={NewBankPayment.required()}
      start={{ amount: due === null ? '' : due.amount.toFixed(2), date: today(), reference: '' }}
      fieldOf={{ ORDER_PAID: 'reference' }}
      send={async (body, headers) => {
        const { paid } = await userChange('POST /order/:id/payment', { params: { id: order._id }, body, headers });
        return paid && due !== null ? 'The order is paid' : `${money(Number(body.amount))} recorded`;
      }}
      onClose={onClose}
    >
      {(field, { watch }) => (
        <>
          <p className="mb-3">{due === null ? whatIsPaid(order) : whatIsDue(order, due)}</p>
          <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...field('amount')} />
          <TextField label="Date on the bank statement" type="date" {...field('date')} />
          <TextField label="Reference on the bank statement" {...field('reference')} />
          <p className="bg-base-200 rounded-box mt-3 p-4" aria-live="polite">
            {whatItDoes(order, typedMoney(String(watch('amount'))) ?? 0, due?.amount ?? null)}
          </p>
        </>
      )}
    </CallDialog>
  );
}

function whatIsPaid({ number, name }: Order): string {
  return `Order ${number} of ${name} is paid. Record here what came again for it.`;
}

function whatIsDue({ number, name }: Order, { amount, received }: PaymentWays): string {
  const sum =
    received === undefined ? `${money(amount)} is` : `${money(amount)} of ${money(addMoney(amount, received))} is`;
  return `${sum} to be paid for order ${number} of ${name}.`;
}

function whatItDoes({ invoiceNumber, companyId, toInvoice }: Order, amount: number, due: number | null): string {
  if (due === null)
    return `All of it is too much: ${companyId === null ? 'it has to be returned' : "it is credit on the company's account"}. The buyer gets an e-mail that says so.`;
  if (toInvoice && amount >= due)
    return `What is invoiced so far is then paid.${amount === due ? '' : ` ${money(lessMoney(amount, due))} is more, and pays what is invoiced next.`}`;
  if (amount < due)
    return `${money(lessMoney(due, amount))} is left to pay${invoiceNumber === undefined ? ', and its stock is held for longer' : ''}. The buyer gets an e-mail that says so.`;
  const paid = `The order is then paid: it ${invoiceNumber === undefined ? 'gets' : 'keeps'} its invoice, and the buyer gets a receipt.`;
  return amount === due ? paid : `${paid} ${money(lessMoney(amount, due))} is too much and has to be returned.`;
}
