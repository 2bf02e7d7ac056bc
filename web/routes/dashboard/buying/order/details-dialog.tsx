import { type Order, OrderDetails } from '#contract/buying/orders.ts';
import { telephone, wholeAddress } from '#web/addresses/whole-address.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** With what carriers ask, beyond what the shop does. */
function wholeDetails(country: string) {
  return OrderDetails.superRefine(({ address, phone }, context) => {
    const rules = { address: wholeAddress(address ?? '', country), phone: telephone()(phone ?? '') };
    for (const [path, said] of Object.entries(rules))
      if (said !== true) context.addIssue({ code: 'custom', path: [path], message: said });
  });
}

/** Changes who gets an order and what stands on its papers; what was bought and what it costs stays. */
export function DetailsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { name, company, address, phone, purchaseOrder, buyerReference, note } = order;
  const form = useForm({
    resolver: contractResolver(wholeDetails(order.country)),
    defaultValues: { name, company, address, phone, purchaseOrder, buyerReference, note },
  });
  const submit = sending(form, async (details) => {
    const { modifiedCount } = await userChange('PUT /order/:id/details', { params: { id: order._id }, body: details });
    if (modifiedCount > 0) toast.success('Order changed');
    onClose();
  });
  return (
    <FormDialog
      title={`Change order ${order.number}`}
      submit="Save"
      size="wide"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField label="Name" {...fieldIn(form, 'name')} />
        <TextField label="Company" {...fieldIn(form, 'company')} />
        <TextField label="Phone" type="tel" {...fieldIn(form, 'phone')} />
        <TextField label="Your order number (PO)" {...fieldIn(form, 'purchaseOrder')} />
        <TextField label="Your reference for the invoice" {...fieldIn(form, 'buyerReference')} />
      </div>
      <TextArea label="Delivery address" rows={3} {...fieldIn(form, 'address')} />
      <TextField label="Note" {...fieldIn(form, 'note')} />
      <p className="muted mt-2 text-sm">The country, the lines and the totals cannot be changed.</p>
    </FormDialog>
  );
}
