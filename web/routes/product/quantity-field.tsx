import { lazy, Suspense } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Tool } from '#contract/catalogue/tools.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import { countedIn, type Purchase } from './purchase-values.ts';
import { nearestQuantity, quantityProblem } from './valid-quantity.ts';

const PurchaseUnit = lazy(async () => ({ default: (await import('./purchase-unit.tsx')).PurchaseUnit }));

/** Takes typing first; a quantity that cannot be ordered is answered with the nearest that can. */
export function QuantityField({ form, tool }: { form: UseFormReturn<Purchase>; tool: Tool }) {
  const { control, formState, register, setValue } = form;
  const [quantity, unit] = useWatch({ control, name: ['quantity', 'unit'] });
  const { pack, holds, terms } = countedIn(tool, unit);
  const nearest = quantityProblem(quantity, terms) === undefined ? undefined : nearestQuantity(quantity, terms);
  const take = (value: number) => setValue('quantity', value, { shouldDirty: true, shouldValidate: true });
  const field = (
    <TextField
      label={say('Quantity')}
      type="number"
      inputMode="numeric"
      step={terms.quantityStep}
      min={terms.minOrderQuantity}
      max={terms.orderable}
      className="min-w-[14ch] text-right tabular-nums"
      error={formState.errors.quantity}
      hint={
        <span className="flex min-h-8 items-center justify-between gap-2">
          <span>
            {pieces(terms.minOrderQuantity)}{' '}
            {tool.orderable < MAX_PIECES ? say('to {count}', { count: pieces(terms.orderable) }) : say('or more')}{' '}
            {pack ? say('× {name} of {count}', { name: pack.name, count: pieces(holds) }) : say('pieces')}
            {terms.quantityStep > 1 && (
              <span>{say(', in steps of {count}', { count: pieces(terms.quantityStep) })}</span>
            )}
          </span>
          {nearest !== undefined && <TakeButton quantity={nearest} className="btn-sm" onTake={take} />}
        </span>
      }
      {...register('quantity', {
        valueAsNumber: true,
        validate: (value, { unit: code }) => quantityProblem(value, countedIn(tool, code).terms) ?? true,
      })}
    />
  );
  if (tool.packs.length === 0) return field;
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
      <div className="grow">{field}</div>
      <Suspense>
        <PurchaseUnit form={form} tool={tool} unit={unit} />
      </Suspense>
    </div>
  );
}
