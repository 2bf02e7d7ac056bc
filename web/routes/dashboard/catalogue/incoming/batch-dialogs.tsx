import { type Batch, BatchEdit, BatchReceipt, NewBatch } from '#contract/catalogue/incoming.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { counted, pieces } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface OfBatch {
  batch: Batch;
  onClose: () => void;
}

const NOTE = { label: 'Note (optional)', hint: 'For yourselves, such as the supplier and your order.', maxLength: 500 };

/** Says how many pieces of a product come, and when. */
export function AnnounceDialog({ tool, onClose }: { tool: Shelf; onClose: () => void }) {
  return (
    <CallDialog
      title={`Announce ${tool.tool}`}
      submit="Announce"
      schema={NewBatch}
      start={{ quantity: '', day: '', note: '' }}
      send={async (body, headers) => {
        const batch = await userChange('POST /tool/:id/incoming', { params: { id: tool.toolId }, body, headers });
        return `${counted(batch.quantity, 'piece')} of ${batch.tool} announced`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">{counted(tool.availableQuantity, 'piece')} in stock.</p>
          <NumberField label="Pieces" whole {...field('quantity')} />
          <TextField label="Expected on" type="date" {...field('day')} />
          <TextField {...NOTE} {...field('note')} />
        </>
      )}
    </CallDialog>
  );
}

/** Books what came: short, as announced, or over. */
export function ReceiveDialog({ batch, onClose }: OfBatch) {
  const open = Math.max(0, batch.quantity - batch.received);
  return (
    <CallDialog
      title={`Receive ${batch.tool}`}
      submit="Receive"
      schema={BatchReceipt}
      start={{ quantity: String(open) }}
      send={async (body, headers) => {
        const after = await userChange('POST /incoming/:id/receive', { params: { id: batch._id }, body, headers });
        return after.state === 'received'
          ? 'All received'
          : `Received; ${counted(after.quantity - after.received, 'piece')} still to come`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            <span>{counted(open, 'piece')} expected</span>
            {batch.promised > 0 && (
              <span>{`, ${pieces(batch.promised)} of them promised to orders, which are served first`}</span>
            )}
            <span>.</span>
          </p>
          <NumberField
            label="Pieces that came"
            whole
            hint="Leave out what is damaged. If fewer came, the rest stays announced."
            {...field('quantity')}
          />
        </>
      )}
    </CallDialog>
  );
}

/** Changes how many come, or when. */
export function ChangeDialog({ batch, onClose }: OfBatch) {
  return (
    <CallDialog
      title={`Change ${batch.tool}`}
      submit="Save"
      schema={BatchEdit}
      start={{ quantity: String(batch.quantity), day: batch.day, note: batch.note, version: batch.version }}
      fieldOf={{ BATCH_PROMISED: 'quantity' }}
      send={async (body) => {
        await userChange('PUT /incoming/:id', { params: { id: batch._id }, body });
        return 'Saved';
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <NumberField
            label="Pieces in all"
            whole
            hint={`${pieces(batch.received)} received, ${pieces(batch.promised)} promised to orders.`}
            {...field('quantity')}
          />
          <TextField
            label="Expected on"
            type="date"
            hint={batch.promised > 0 ? 'Buyers who wait are e-mailed the new day.' : undefined}
            {...field('day')}
          />
          <TextField {...NOTE} {...field('note')} />
        </>
      )}
    </CallDialog>
  );
}
