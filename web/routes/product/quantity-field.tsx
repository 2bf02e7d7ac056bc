import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Tool } from '#contract/catalogue/tools.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { pieces } from '#web/shell/format.ts';
import type { Purchase } from './purchase-values.ts';
import { nearestQuantity, quantityProblem } from './valid-quantity.ts';

/** Takes typing first; a quantity that cannot be ordered is answered with the nearest that can. */
export function QuantityField({ form, tool }: { form: UseFormReturn<Purchase>; tool: Tool }) {
  const { control, formState, register, setValue } = form;
  const quantity = useWatch({ control, name: 'quantity' });
  const nearest = quantityProblem(quantity, tool) === undefined ? undefined : nearestQuantity(quantity, tool);
  const take = (value: number) => setValue('quantity', value, { shouldDirty: true, shouldValidate: true });
  return (
    <TextField
      label="Quantity"
      type="number"
      inputMode="numeric"
      step={tool.quantityStep}
      min={tool.minOrderQuantity}
      max={tool.availableQuantity}
      className="min-w-[14ch] text-right tabular-nums"
      error={formState.errors.quantity}
      hint={
        <span className="flex min-h-8 items-center justify-between gap-2">
          <span>
            {pieces(tool.minOrderQuantity)} to {pieces(tool.availableQuantity)} pieces
            {tool.quantityStep > 1 && <span>{`, in steps of ${pieces(tool.quantityStep)}`}</span>}
          </span>
          {nearest !== undefined && <TakeButton quantity={nearest} className="btn-sm" onTake={take} />}
        </span>
      }
      {...register('quantity', { valueAsNumber: true, validate: (value) => quantityProblem(value, tool) ?? true })}
    />
  );
}
