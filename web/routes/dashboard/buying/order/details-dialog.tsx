import { type Order, OrderDetails } from '#contract/buying/orders.ts';
import { telephone, wholeAddress } from '#web/addresses/whole-address.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

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
  return (
    <CallDialog
      title={`Change order ${order.number}`}
      submit="Save"
      size="wide"
      schema={wholeDetails(order.country)}
      start={{ name, company, address, phone, purchaseOrder, buyerReference, note }}
      send={async (body) => {
        const { modifiedCount } = await userChange('PUT /order/:id/details', { params: { id: order._id }, body });
        return modifiedCount > 0 ? 'Order changed' : undefined;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <div className="grid gap-x-6 sm:grid-cols-2">
            <TextField label="Name" {...field('name')} />
            <TextField label="Company" {...field('company')} />
            <TextField label="Phone" type="tel" {...field('phone')} />
            <TextField label="Your order number (PO)" {...field('purchaseOrder')} />
            <TextField label="Your reference for the invoice" {...field('buyerReference')} />
          </div>
          <TextArea label="Delivery address" rows={3} {...field('address')} />
          <TextField label="Note" {...field('note')} />
          <p className="muted mt-2 text-sm">The country, the lines and the totals cannot be changed.</p>
        </>
      )}
    </CallDialog>
  );
}
