import { useState } from 'react';
import { lessMoney } from '#contract/money-sums.ts';
import type { BackToStock } from '#contract/money/refunds.ts';
import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { counted, money, moneySign } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { problemsOfLines, RefundLines, typedLines, type TypedPieces } from './refund-lines.tsx';

type What = 'rest' | 'lines' | 'amount';

const STOCK: Record<BackToStock, string> = {
  none: 'None of them',
  unshipped: 'Those that have not been shipped',
  all: 'All of them',
};

/** Gives back money of a paid order, with a reason: all that is left of it, the price of some pieces, or an amount. */
export function RefundDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { data: order, error } = useOrder(orderId);
  // One dialog is one refund, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const [chosen, setWhat] = useState<What | null>(null);
  const [stock, setStock] = useState<BackToStock>('unshipped');
  const [edited, setPieces] = useState<TypedPieces | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useForm({ defaultValues: { amount: '', reason: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;
  // What the buyer asks for stands there to begin with.
  const asked = order?.refundRequest?.state === 'open' ? order.refundRequest.lines : [];
  const what = chosen ?? (asked.length > 0 ? 'lines' : 'rest');
  const pieces =
    edited ??
    Object.fromEntries(asked.map(({ toolId, quantity }) => [toolId, { quantity: String(quantity), shipped: '' }]));
  const typed = typedLines(pieces);

  const submit = form.handleSubmit(async ({ amount, reason }) => {
    setProblems({});
    try {
      const back = what === 'amount' ? {} : { backToStock: stock };
      const part = what === 'lines' ? { lines: typed } : what === 'amount' ? { amount } : { all: true as const };
      await userChange('POST /order/:id/refund', {
        params: { id: orderId },
        body: { reason, ...back, ...part },
        headers: { 'idempotency-key': key },
      });
      toast.success(order?.state === 'open' ? 'Credit note issued' : 'Refund on its way');
      onClose();
    } catch (caught) {
      if (caught instanceof ApiError) setProblems(problemsOfLines(caught, typed));
      showIssues(form, caught, { REFUND_TOO_LARGE: what === 'amount' ? 'amount' : 'reason' });
    }
  });

  return (
    <FormDialog
      title="Refund order"
      size={what === 'lines' ? 'wide' : 'usual'}
      submit="Refund"
      tone="danger"
      problem={errors.root?.message ?? error?.message}
      changed={isDirty || edited !== null}
      busy={isSubmitting || !order}
      onSubmit={submit}
      onClose={onClose}
    >
      {order ? (
        <>
          <p className="mb-4">
            Order {order.number}, {order.name}: {money(refundable(order))} of {money(order.price)} can be refunded.
          </p>
          <fieldset className="mb-4 grid gap-2">
            <legend className="mb-2 font-medium">What do you refund?</legend>
            <Choice
              label={`Everything that is left, ${money(refundable(order))}`}
              checked={what === 'rest'}
              onChoose={() => setWhat('rest')}
            />
            <Choice label="The price of some pieces" checked={what === 'lines'} onChoose={() => setWhat('lines')} />
            <Choice label="An amount" checked={what === 'amount'} onChoose={() => setWhat('amount')} />
          </fieldset>
          {what === 'lines' && <RefundLines order={order} pieces={pieces} problems={problems} onChange={setPieces} />}
          {what === 'amount' && (
            <TextField label={`Amount, ${moneySign()}`} inputMode="decimal" {...fieldIn(form, 'amount')} />
          )}
          {what !== 'amount' && <StockChoice order={order} value={stock} onChange={setStock} />}
          <TextField label="Reason" hint="The buyer will see this." {...fieldIn(form, 'reason')} />
        </>
      ) : (
        !error && <div className="skeleton h-48 w-full" role="status" aria-label="Loading the order" />
      )}
    </FormDialog>
  );
}

function Choice({ label, checked, onChoose }: { label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="what-goes-back" className="radio" checked={checked} onChange={onChoose} />
      {label}
    </label>
  );
}

interface StockProps {
  order: Order;
  value: BackToStock;
  onChange: (value: BackToStock) => void;
}

function StockChoice({ order, value, onChange }: StockProps) {
  const left = order.lines.reduce((sum, line) => sum + line.left, 0);
  return (
    <SelectField
      label="Which of the pieces go back into stock?"
      // Where nothing is in the house any more, there are none of those.
      options={Object.entries(STOCK).filter(([each]) => left > 0 || each !== 'unshipped')}
      value={left === 0 && value === 'unshipped' ? 'none' : value}
      onChange={({ target }) => {
        const chosen = (Object.keys(STOCK) as BackToStock[]).find((each) => each === target.value);
        if (chosen) onChange(chosen);
      }}
      hint={
        left === 0
          ? 'Nothing of this order is left to ship.'
          : `${counted(left, 'piece')} of this order ${left === 1 ? 'is' : 'are'} still to be shipped; any that you refund will not be.`
      }
    />
  );
}

function refundable({ price, refunded = 0 }: Order): number {
  return lessMoney(price, refunded);
}
