import { useState } from 'react';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { counted } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { lastCarrier, rememberCarrier } from './last-carrier.ts';

interface ShipManyFields {
  carrier: string;
  /** By order. */
  tracking: Record<string, string>;
}

/** Ships all that is left of several orders with one carrier, each with a tracking number of its own. */
export function ShipManyDialog({ orders, onClose }: { orders: readonly StaffOrder[]; onClose: () => void }) {
  // The rows behind the dialog go as they are shipped; what it is about stays.
  const [all] = useState(orders);
  const [shipped, setShipped] = useState<ReadonlySet<string>>(new Set());
  const form = useForm<ShipManyFields>({
    defaultValues: { carrier: lastCarrier(), tracking: Object.fromEntries(orders.map(({ _id }) => [_id, ''])) },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const left = all.filter(({ _id }) => !shipped.has(_id));

  const submit = form.handleSubmit(async ({ carrier, tracking }) => {
    rememberCarrier(carrier);
    let failed = 0;
    for (const { _id: id } of left) {
      const body = { carrier, trackingNumber: tracking[id] ?? '' };
      try {
        await userChange('POST /order/:id/shipment', { params: { id }, body });
        setShipped((now) => new Set([...now, id]));
      } catch (error) {
        const message = error instanceof Error ? error.message : 'It could not be shipped.';
        form.setError(`tracking.${id}`, { type: 'server', message }, { shouldFocus: failed === 0 });
        failed++;
      }
    }
    if (failed < left.length) toast.success(`${counted(left.length - failed, 'order is', 'orders are')} shipped`);
    if (failed === 0) onClose();
    else form.setError('root', { message: `${counted(failed, 'order was', 'orders were')} not shipped.` });
  });

  return (
    <FormDialog
      title={`Ship ${counted(all.length, 'order')}`}
      submit={`Ship ${counted(left.length, 'order')}`}
      problem={errors.root?.message}
      changed={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted mb-2 text-sm">Everything left of each order is shipped, and its buyer gets an e-mail.</p>
      <TextField label="Carrier" maxLength={80} {...fieldIn(form, 'carrier', { validate: required('Carrier') })} />
      {all.map(({ _id, number, name, company }) =>
        shipped.has(_id) ? (
          <p key={_id} className="py-2">
            Order {number} is shipped.
          </p>
        ) : (
          <TextField
            key={_id}
            label={`Tracking number of order ${number}, ${company || name}`}
            maxLength={100}
            error={errors.tracking?.[_id]}
            {...form.register(`tracking.${_id}`)}
          />
        ),
      )}
    </FormDialog>
  );
}
