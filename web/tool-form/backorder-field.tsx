import { useWatch } from 'react-hook-form';
import type { BackorderKind } from '#contract/catalogue/backorders.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField } from '#web/forms/text-field.tsx';
import type { ToolForm } from './fields.ts';

const WORDS: Record<BackorderKind, string> = {
  no: 'Sell only what is in stock',
  incoming: 'Also sell announced goods',
  always: 'Also sell announced goods, then make to order',
};
const KINDS = Object.entries(WORDS);

/** What may be ordered of a tool beyond its stock. */
export function BackorderField({ form: { control, register, formState }, label }: { form: ToolForm; label: string }) {
  const kind = useWatch({ control, name: 'backorder.kind' });
  const errors = formState.errors.backorder;
  return (
    <div className="grid gap-x-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SelectField label={label} options={KINDS} {...register('backorder.kind')} error={errors?.kind} />
      </div>
      {kind === 'always' && (
        <>
          <NumberField label="Working days to make it" whole {...register('backorder.days')} error={errors?.days} />
          <NumberField
            label="Most pieces that may wait (optional)"
            whole
            {...register('backorder.limit')}
            error={errors?.limit}
          />
        </>
      )}
    </div>
  );
}
