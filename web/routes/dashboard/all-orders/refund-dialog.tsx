import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AdminOrder } from '#contract/admin.ts';
import { NewRefund } from '#contract/orders.ts';
import { useRefund } from '#web/queries/all-orders.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { dollars } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';

/** Gives back money of a paid order: all that is left of it, or a part, with a reason. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const left = order.price - (order.refunded ?? 0);
  const refund = useRefund(useDashboardUser());
  // One dialog is one refund, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    resolver: contractResolver(NewRefund),
    defaultValues: { amount: left.toFixed(2), reason: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (wanted) => {
    try {
      await refund.mutateAsync({ id: order._id, key, ...wanted });
      toast.success('Refund on its way');
      onClose();
    } catch (error) {
      showIssues(form, error, { REFUND_TOO_LARGE: 'amount' });
    }
  });
  return (
    <FormDialog
      title="Give money back"
      submit="Refund"
      tone="danger"
      problem={errors.root?.message}
      changed={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mb-2">
        {order.tool}, {order.name}: {dollars(left)} can be given back.
      </p>
      <TextField label="Amount in dollars" inputMode="decimal" error={errors.amount} {...form.register('amount')} />
      <TextField label="Reason" error={errors.reason} {...form.register('reason')} />
    </FormDialog>
  );
}
