import { useWatch } from 'react-hook-form';
import { type Address, NewAddress } from '#contract/people/addresses.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { required } from '#web/forms/required.ts';
import { inDialog } from '#web/forms/in-dialog.ts';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { saveCompanyAddress } from '#web/queries/buying/company-addresses.ts';
import { type AddressInput, saveAddress } from '#web/queries/people/addresses.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { say } from '#web/saying/say.ts';
import { CountrySelect } from './country-select.tsx';
import { partsIn } from './country-parts.ts';
import { telephone } from './whole-address.ts';
import { PartsFields, registerParts } from './parts-fields.tsx';

interface Props {
  /** The address that is changed; without it, a new one. */
  address?: Address;
  /** What a new one begins with. */
  begin?: Partial<AddressInput>;
  /** The company whose address it is; left out: the user's own. */
  companyId?: string;
  /** Whether it may be used this once without being kept. */
  once?: boolean;
  onSaved: (address: Address) => void;
  onClose: () => void;
}

const EMPTY = {
  label: '',
  name: '',
  company: '',
  street: '',
  extra: '',
  postalCode: '',
  town: '',
  region: '',
  country: '',
  phone: '',
  vatId: '',
  isDefault: false,
  isInvoiceDefault: false,
};

const Fields = NewAddress.required({ label: true, vatId: true, isInvoiceDefault: true });
/** With what carriers ask, beyond what the shop does. */
const WholeFields = Fields.extend({ keep: Fields.shape.isInvoiceDefault }).superRefine((typed, context) => {
  const { postalCode, needsPostalCode, region, needsRegion } = partsIn(typed.country);
  const rules = {
    postalCode: !needsPostalCode || required(postalCode)(typed.postalCode),
    region: !needsRegion || required(region)(typed.region),
    phone: telephone()(typed.phone),
  };
  for (const [name, said] of Object.entries(rules))
    if (typeof said === 'string') context.addIssue({ code: 'custom', path: [name], message: said });
});

/** One address in all its parts: kept in the book, or used once. */
export default function AddressDialog({ address, begin, companyId, once = false, onSaved, onClose }: Props) {
  const { _id: id, ...kept } = address ?? { _id: undefined };
  const form = useForm({
    resolver: contractResolver(WholeFields),
    defaultValues: { ...EMPTY, ...begin, ...kept, keep: true },
  });
  const [keep, country] = useWatch({ control: form.control, name: ['keep', 'country'] });
  const submit = form.handleSubmit(async ({ keep: isKept, ...typed }) => {
    try {
      if (!isKept) onSaved({ ...typed, _id: '' });
      else if (companyId === undefined) onSaved(await saveAddress(typed, id));
      else {
        const { vatId: _ofTheCompany, isInvoiceDefault: _ofItsAccount, ...parts } = typed;
        onSaved(await saveCompanyAddress(companyId, parts, id));
      }
      onClose();
    } catch (error) {
      showIssues(form, error);
    }
  });
  return (
    <FormDialog
      title={address ? say('Change address') : say('New address')}
      submit={once ? say('Use this address') : say('Save')}
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField label={say('Recipient')} autoComplete="name" {...fieldIn(form, 'name')} />
        <TextField label={say('Company')} autoComplete="organization" {...fieldIn(form, 'company')} />
      </div>
      <PartsFields kind="shipping" country={country} fields={registerParts((part) => fieldIn(form, part), country)} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <CountrySelect {...form.register('country')} />
        <TextField label={say('Phone')} type="tel" autoComplete="tel" {...fieldIn(form, 'phone')} />
      </div>
      {companyId === undefined && (
        <TextField
          label={say('VAT number')}
          hint={say('If orders to this address use a VAT number of their own')}
          {...fieldIn(form, 'vatId')}
        />
      )}
      {once && (
        <Choice>
          <input type="checkbox" className="checkbox checkbox-sm" {...form.register('keep')} />
          {say('Save for next time')}
        </Choice>
      )}
      {keep && (
        <>
          <TextField
            label={say('Label')}
            hint={
              companyId === undefined
                ? say('A name only you see, such as Works or Site 4')
                : say('Such as Works or Site 4')
            }
            {...fieldIn(form, 'label')}
          />
          {/* The default is given to another address, never taken away. */}
          {!(address?.isDefault ?? false) && (
            <Choice>
              <input type="checkbox" className="checkbox checkbox-sm" {...form.register('isDefault')} />
              {say('Deliver here by default')}
            </Choice>
          )}
          {companyId === undefined && (
            <Choice>
              <input type="checkbox" className="checkbox checkbox-sm" {...form.register('isInvoiceDefault')} />
              {say('Send invoices here by default')}
            </Choice>
          )}
        </>
      )}
    </FormDialog>
  );
}

function Choice({ children }: { children: React.ReactNode }) {
  return <label className="flex items-center gap-2 py-2">{children}</label>;
}
