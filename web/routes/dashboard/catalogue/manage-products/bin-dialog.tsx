import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { Sku } from '#web/shell/sku.tsx';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Where a tool lies in the warehouse. */
export function BinDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const params = { id: tool._id };
  const { data: kept, error } = usePersonal(['bin', tool._id], 'GET /tool/:id/bin', { params });
  const [typed, setTyped] = useState<string | null>(null);
  const action = useAction();
  const shown = typed ?? kept?.bin ?? '';
  const save = () =>
    action.run(async () => {
      const bin = shown.trim() || null;
      await userChange('PUT /tool/:id/bin', { params, body: { bin } });
      toast.success(bin === null ? `Bin of ${tool.name} removed` : `${tool.name} lies in ${bin}`);
    });
  return (
    <FormDialog
      title={`Bin of ${tool.name}`}
      submit="Save"
      problem={action.problem?.message ?? error?.message}
      changed={typed !== null}
      busy={action.busy || (!kept && !error)}
      onSubmit={async () => {
        if (await save()) onClose();
      }}
      onClose={onClose}
    >
      <Sku sku={tool.sku} />
      <TextField
        label="Bin"
        maxLength={40}
        hint="Such as R12-04; printed on packing slips. Leave empty to remove it."
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
