import { useForm } from 'react-hook-form';
import { type Order, OrderDetails } from '#contract/buying/orders.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useChangeDetails } from '#web/queries/buying/order-details.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Changes who gets an order and what stands on its papers; what was bought and what it costs stays. */
export function DetailsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const change = useChangeDetails(order._id);
  const { name, company, address, phone, purchaseOrder, buyerReference, note } = order;
  const form = useForm({
    resolver: contractResolver(OrderDetails),
    defaultValues: { name, company, address, phone, purchaseOrder, buyerReference, note },
  });
  const { errors } = form.formState;
  const submit = sending(form, async (details) => {
    const { modifiedCount } = await change.mutateAsync(details);
    if (modifiedCount > 0) toast.success('Order changed');
    onClose();
  });
  return (
    <FormDialog
      title={`Change order ${order.number}`}
      submit="Save"
      size="wide"
      {...inDialog(form)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField label="Name" error={errors.name} {...form.register('name')} />
        <TextField label="Company" error={errors.company} {...form.register('company')} />
        <TextField label="Phone" type="tel" error={errors.phone} {...form.register('phone')} />
        <TextField label="Your order number (PO)" error={errors.purchaseOrder} {...form.register('purchaseOrder')} />
        <TextField
          label="Your reference for the invoice"
          error={errors.buyerReference}
          {...form.register('buyerReference')}
        />
      </div>
      <TextArea label="Delivery address" rows={3} error={errors.address} {...form.register('address')} />
      <TextField label="Note" error={errors.note} {...form.register('note')} />
      <p className="muted mt-2 text-sm">The country, the lines and the sums stay as they were ordered.</p>
    </FormDialog>
  );
}
