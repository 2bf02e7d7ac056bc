import { type BuyerScope, type MadeBuyerKey, NewBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { MyCompany } from '#contract/buying/companies.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { ChoiceBoxes } from '#web/forms/choice-boxes.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

const SCOPES: { value: BuyerScope; title: string; hint: string }[] = [
  { value: 'basket', title: 'Basket and lists', hint: 'See and change what is in them' },
  { value: 'orders', title: 'Orders', hint: 'Place orders, and see yours with their documents' },
  { value: 'quotes', title: 'Quotes', hint: 'Ask for prices' },
];

interface Props {
  companies: readonly MyCompany[];
  onMade: (made: MadeBuyerKey) => void;
  onClose: () => void;
}

/** Asks what a key is for, and for whom it buys, before it is made. */
export function MakeBuyerKeyDialog({ companies, onMade, onClose }: Props) {
  const form = useForm({
    resolver: contractResolver(NewBuyerKey),
    defaultValues: { name: '', scopes: [], companyId: null } as {
      name: string;
      scopes: BuyerScope[];
      companyId: string | null;
    },
  });
  const { errors } = form.formState;
  const submit = sending(form, async (wanted) => onMade(await userChange('POST /my-api-key', { body: wanted })));
  return (
    <FormDialog title="Create a key" submit="Create Key" {...inDialog(form, submit)} onClose={onClose}>
      <TextField
        label="What the key is for"
        hint="Such as the name of the program that will use it."
        {...fieldIn(form, 'name')}
      />
      <ChoiceBoxes
        legend="What it may do"
        options={SCOPES}
        error={errors.scopes as { message?: string } | undefined}
        field={form.register('scopes')}
      />
      {companies.length > 0 && (
        <SelectField
          label="It buys for"
          options={[['', 'Yourself'], ...companies.map(({ _id, name }) => [_id, name] as const)]}
          {...fieldIn(form, 'companyId', { setValueAs: (id: string | null) => id || null })}
        />
      )}
    </FormDialog>
  );
}
