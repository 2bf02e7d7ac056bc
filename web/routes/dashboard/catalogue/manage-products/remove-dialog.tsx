import type { Tool } from '#contract/catalogue/tools.ts';
import { userChange } from '#web/queries/changes.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

/** Asks by name before tools are taken out of the catalogue. */
export function RemoveDialog({ tools, onClose }: { tools: readonly Tool[]; onClose: () => void }) {
  const [only] = tools.length === 1 ? tools : [];
  const remove = async () => {
    // One after the other: where one is refused, those before it are gone and the rest stays.
    for (const { _id } of tools) await userChange('DELETE /tool/:id', { params: { id: _id } });
    return only ? 'Successfully removed a product' : `Successfully removed ${tools.length} products`;
  };
  return (
    <ConfirmAndDo
      action="Remove"
      names={only ? [] : tools.map(({ name }) => name)}
      run={remove}
      sorry="The product could not be removed."
      onClose={onClose}
    >
      {only ? only.name : `These ${tools.length} products`} will no longer be sold. Orders keep{' '}
      {only ? 'its name and price' : 'their names and prices'}.
    </ConfirmAndDo>
  );
}
