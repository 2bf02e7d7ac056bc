import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { RefundRefusal } from '#contract/money/refunds.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog } from '#web/forms/in-dialog.ts';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextArea } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { problemsOfLines, RefundLines, typedLines, type TypedPieces } from './refund-lines.tsx';

interface Props {
  order: Order;
  onClose: () => void;
}

/** A buyer asks for the money of an order: of all of it, or of the pieces that they name. */
export function AskRefundDialog({ order, onClose }: Props) {
  const [pieces, setPieces] = useState<TypedPieces>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useForm({ resolver: contractResolver(RefundRefusal), defaultValues: { reason: '' } });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    const lines = typedLines(pieces).map(({ toolId, quantity }) => ({ toolId, quantity }));
    setProblems({});
    try {
      const body = { reason, ...(lines.length === 0 ? {} : { lines }) };
      await userChange('POST /order/:id/refund-request', { params: { id: order._id }, body });
      toast.success('We received your request and will reply soon.');
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setProblems(problemsOfLines(error, lines));
      showIssues(form, error);
    }
  });
  return (
    <FormDialog
      title="Ask for a refund"
      submit="Send request"
      {...inDialog(form, submit)}
      changed={isDirty || typedLines(pieces).length > 0}
      size="wide"
      onClose={onClose}
    >
      <TextArea label="What is wrong?" rows={3} {...fieldIn(form, 'reason')} />
      <RefundLines
        order={order}
        legend="Which pieces? Leave all empty for the whole order."
        asksShipped={false}
        pieces={pieces}
        problems={problems}
        onChange={setPieces}
      />
    </FormDialog>
  );
}

/** Staff refuse a refund that the buyer asked for, and say why. */
export function RefuseRefundDialog({ order, onClose }: Props) {
  return (
    <CallDialog
      title="Refuse the refund"
      submit="Refuse"
      tone="danger"
      schema={RefundRefusal}
      start={{ reason: '' }}
      send={async (body) => {
        await userChange('POST /order/:id/refund-request/refuse', { params: { id: order._id }, body });
        return 'The buyer will be notified';
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            Order {order.number} will not be refunded, and {order.name} gets an e-mail with your reason.
          </p>
          <TextArea label="Reason" rows={3} {...field('reason')} />
        </>
      )}
    </CallDialog>
  );
}
