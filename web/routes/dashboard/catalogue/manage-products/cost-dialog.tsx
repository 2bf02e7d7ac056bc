import { perUnit } from '#contract/buying/unit-words.ts';
import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { NumberField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import { money, moneySign } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** What a piece costs the shop: margins of quotes are reckoned from it, and nobody else is told. */
export function CostDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const params = { id: tool._id };
  const { data: kept, error } = usePersonal(['cost', tool._id], 'GET /tool/:id/cost', { params });
  const [typed, setTyped] = useState<string | null>(null);
  const action = useAction();
  const shown = typed ?? (typeof kept?.cost === 'number' ? kept.cost.toFixed(2) : '');
  const problem = moneyProblem(shown);
  const save = () =>
    action.run(async () => {
      const cost = typedMoney(shown);
      if (cost === null) throw new Error(problem);
      await userChange('PUT /tool/:id/cost', { params, body: { cost: cost ?? null } });
      toast.success(cost === undefined ? `Cost of ${tool.name} removed` : `Cost of ${tool.name} set to ${money(cost)}`);
    });
  return (
    <FormDialog
      title={`Cost of ${tool.name}`}
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
      <p>
        It sells for {money(tool.price)} {perUnit(tool.priceUnit)}.
      </p>
      <NumberField
        label={`Your cost ${perUnit(tool.priceUnit)} (${moneySign()})`}
        hint="Used to show margins in quotes. Customers never see it. Leave empty to remove it."
        error={problem === undefined ? undefined : { message: problem }}
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
