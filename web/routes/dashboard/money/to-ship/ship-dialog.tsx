import { useState } from 'react';
import { type UseFormReturn } from 'react-hook-form';
import type { Order, OrderLine } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { showIssues } from '#web/forms/server-issues.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { typedWhole } from '#web/forms/typed-number.ts';
import { userChange } from '#web/queries/changes.ts';
import { pieces } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { lastCarrier, rememberCarrier } from './last-carrier.ts';
import { Sku } from '#web/shell/sku.tsx';

interface ShipFields {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  /** How many pieces go of each tool, by its id. */
  going: Record<string, string>;
}

/** Ships an order, whole or in part: what goes of each line, with whom, and how it can be followed. */
export function ShipDialog({ id, number, onClose }: { id: string; number: string; onClose: () => void }) {
  const { data: order, error } = useOrder(id);
  if (order) return <ShipForm order={order} onClose={onClose} />;
  return (
    <Dialog title={`Ship order ${number}`} onClose={onClose}>
      {error ? (
        <p role="alert" className="text-error">
          {error.message}
        </p>
      ) : (
        <div className="skeleton h-48 w-full" role="status" aria-label="Loading the order" />
      )}
    </Dialog>
  );
}

/** A line with what of it can leave now. */
function thereOf(line: OrderLine): OrderLine {
  return { ...line, left: line.left - line.awaited.reduce((sum, { quantity }) => sum + quantity, 0) };
}

function ShipForm({ order, onClose }: { order: Order; onClose: () => void }) {
  // What was left when the dialog opened: where somebody else ships meanwhile, the shop says so at the line.
  const [open] = useState(() => order.lines.map(thereOf).filter(({ left }) => left > 0));
  const form = useForm<ShipFields>({
    defaultValues: {
      carrier: lastCarrier(),
      trackingNumber: '',
      trackingUrl: '',
      going: Object.fromEntries(open.map((line) => [line.toolId, String(line.left)])),
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async ({ going, ...parcel }) => {
    const lines = open
      .map(({ toolId }) => ({ toolId, quantity: typedWhole(going[toolId] ?? '') ?? 0 }))
      .filter(({ quantity }) => quantity > 0);
    if (lines.length === 0) {
      form.setError('root', { message: 'Nothing to ship: enter a quantity for at least one line.' });
      return;
    }
    const body = { ...parcel, lines };
    try {
      await userChange('POST /order/:id/shipment', { params: { id: order._id }, body });
      rememberCarrier(parcel.carrier);
      const rest = open.some(({ toolId, left }) => (typedWhole(going[toolId] ?? '') ?? 0) < left);
      toast.success(rest ? `Part of order ${order.number} is shipped` : `Order ${order.number} is shipped`);
      onClose();
    } catch (error) {
      if (!showAtLines(form, error, lines)) showIssues(form, error);
    }
  });

  return (
    <FormDialog
      title={`Ship order ${order.number}`}
      submit="Ship"
      size="wide"
      problem={errors.root?.message}
      changed={isDirty}
      busy={isSubmitting || open.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {open.length === 0 ? (
        <p role="status">
          {order.lines.some(({ awaited }) => awaited.length > 0)
            ? 'What is left of this order is not in stock yet.'
            : 'Nothing of this order is left to ship.'}
        </p>
      ) : (
        <Lines form={form} open={open} />
      )}
      <div className="mt-4 grid gap-x-6 sm:grid-cols-2">
        <TextField label="Carrier" maxLength={80} {...fieldIn(form, 'carrier', { validate: required('Carrier') })} />
        <TextField label="Tracking number" maxLength={100} {...fieldIn(form, 'trackingNumber')} />
      </div>
      <TextField
        label="Tracking link"
        type="url"
        placeholder="https://"
        error={errors.trackingUrl}
        hint="Where the buyer can track the parcel. It is included in their e-mail."
        {...form.register('trackingUrl')}
      />
    </FormDialog>
  );
}

function Lines({ form, open }: { form: UseFormReturn<ShipFields>; open: readonly OrderLine[] }) {
  const { errors } = form.formState;
  const setAll = (quantityOf: (line: OrderLine) => number) => {
    for (const line of open)
      form.setValue(`going.${line.toolId}`, String(quantityOf(line)), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="muted text-sm">How many pieces to ship now. The rest can be shipped later.</p>
        {open.length > 1 && (
          <span className="flex gap-2">
            <button type="button" className="btn btn-sm" onClick={() => setAll(({ left }) => left)}>
              All pieces
            </button>
            <button type="button" className="btn btn-sm" onClick={() => setAll(() => 0)}>
              None
            </button>
          </span>
        )}
      </div>
      <ul className="border-base-300 border-t">
        {open.map(({ toolId, tool, sku, left }) => {
          const error = errors.going?.[toolId];
          return (
            <li key={toolId} className="border-base-300 flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
              <span className="min-w-0 grow basis-48 break-words">
                {tool}
                <Sku sku={sku} />
              </span>
              <span className="flex items-center gap-2 tabular-nums">
                <input
                  type="text"
                  inputMode="numeric"
                  className={`input w-28 text-right ${error ? 'input-error' : ''}`}
                  aria-label={`Pieces of ${tool} that go now`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `going-${toolId}` : undefined}
                  {...form.register(`going.${toolId}`, { validate: (value) => isPart(value, left) })}
                />
                <span className="w-20">of {pieces(left)}</span>
              </span>
              {error && (
                <p id={`going-${toolId}`} role="alert" className="text-error w-full text-sm">
                  {error.message}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function isPart(value: string, left: number): true | string {
  const quantity = typedWhole(value) ?? Number.NaN;
  return quantity <= left || `Enter a whole number from 0 to ${pieces(left)}`;
}

/** Puts what the shop says of single lines at them. @returns whether it said any such thing */
function showAtLines(form: UseFormReturn<ShipFields>, error: unknown, sent: readonly { toolId: string }[]): boolean {
  if (!(error instanceof ApiError)) return false;
  let shown = false;
  for (const { path, message } of error.issues) {
    const index = /^lines\.(\d+)\b/.exec(path)?.[1];
    const line = index === undefined ? undefined : sent[Number(index)];
    if (!line) continue;
    form.setError(`going.${line.toolId}`, { type: 'server', message }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}
