import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { type ManagedFilter, readTools } from '#web/queries/catalogue/manage-tools.ts';
import { shelfLabels } from '#web/queries/money/shipping.ts';
import { useMay } from '#web/queries/people/role.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { counted } from '#web/shell/format.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface Props {
  /** The products that are ticked. */
  selected: readonly Tool[];
  /** How many the list finds, and by what. */
  total: number;
  filter: ManagedFilter;
  onRemove: () => void;
}

/** What can be done with several products: those that are ticked, else all that the list finds. */
export function BulkTools({ selected, total, filter, onRemove }: Props) {
  const may = useMay();
  const [changing, setChanging] = useState<{ count: number; read: () => Promise<readonly Tool[]> } | null>(null);
  const isSome = selected.length > 0;
  const count = isSome ? selected.length : total;
  const change = () => setChanging({ count, read: async () => (isSome ? selected : readTools(filter)) });
  return (
    <>
      {may('tools.write') && count > 0 && (
        <button type="button" className="btn btn-sm btn-outline" onClick={change}>
          {isSome ? `Change ${counted(count, 'product')}` : `Change all ${counted(count, 'product')}`}
        </button>
      )}
      {may('supply') && isSome && (
        <PaperButton className="btn btn-sm btn-outline" fetch={() => shelfLabels(selected.map(({ _id }) => _id))}>
          Shelf labels
        </PaperButton>
      )}
      {may('tools.remove') && isSome && (
        <button type="button" className="btn btn-sm btn-outline btn-error" onClick={onRemove}>
          Remove {counted(count, 'product')}
        </button>
      )}
      {changing && <BulkDialog {...changing} onClose={() => setChanging(null)} />}
    </>
  );
}
