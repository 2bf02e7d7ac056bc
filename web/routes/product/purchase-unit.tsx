import type { UseFormReturn } from 'react-hook-form';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { inWholePacks, UnitChoice } from '#web/basket/unit-choice.tsx';
import { countedIn, type Purchase } from './purchase-values.ts';

/** What a purchase counts in; by itself, since most tools have no packs. */
export function PurchaseUnit({ form, tool, unit }: { form: UseFormReturn<Purchase>; tool: Tool; unit: string }) {
  const { pack, holds, terms } = countedIn(tool, unit);
  const choose = (chosen: CountUnit | undefined) => {
    const now = (form.getValues('quantity') || terms.minOrderQuantity) * holds;
    form.setValue('unit', chosen?.code ?? '', { shouldDirty: true });
    const quantity = inWholePacks(now, chosen) / (chosen?.pieces ?? 1);
    form.setValue('quantity', quantity, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <UnitChoice name={tool.name} packs={tool.packs} pack={pack ?? undefined} className="sm:mt-8" onChange={choose} />
  );
}
