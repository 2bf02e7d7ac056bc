import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Address } from '#contract/people/addresses.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { required } from '#web/forms/required.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { say } from '#web/saying/say.ts';
import { defaultInvoiceAddress, optionsOf, parcelLines } from './address-words.ts';
import { CountrySelect } from './country-select.tsx';
import { AS_TEXT, deliveredTo, ELSEWHERE, invoicedTo, type OrderForm, TYPED } from './order-form.ts';
import { wholeAddress } from './whole-address.ts';
import { PartsFields, registerParts } from './parts-fields.tsx';

interface Props {
  form: UseFormReturn<OrderForm>;
  book: readonly Address[];
  /** Where it goes where nothing else is chosen. */
  country: string;
  /** The company that it is ordered for. */
  company: { name: string } | null;
}

interface DeliveryProps extends Props {
  /** An address of the book was chosen: its country is where it goes. */
  onCountry: (country: string) => void;
  /** Its VAT number was taken into the form; left out where a company's is taken. */
  onVatId?: ((vatId: string) => void) | undefined;
  /** Country and way of delivery, which freight and tax depend on. */
  children: ReactNode;
  /** Whether what is typed can be kept in the book of whoever types it. */
  mayKeep: boolean;
}

/** Where the goods go: an address of the book, one typed in parts, or one text. */
export function DeliverTo({ form, book, country, company, onCountry, onVatId, children, mayKeep }: DeliveryProps) {
  const deliverTo = useWatch({ control: form.control, name: 'deliverTo' });
  const known = book.find(({ _id }) => _id === deliverTo);
  const choose = (to: string) => {
    const address = book.find(({ _id }) => _id === to);
    if (address) {
      takeDelivery(form, address);
      onCountry(address.country);
      if (onVatId && address.vatId !== '') {
        form.setValue('vatId', address.vatId);
        onVatId(address.vatId);
      }
    } else form.setValue('deliverTo', to);
    form.clearErrors(['address', 'deliveryAddress']);
  };
  return (
    <>
      <SelectField
        label={say('Deliver to')}
        options={[
          ...optionsOf(book),
          [TYPED, book.length > 0 ? say('Another address') : say('Street, town and country')],
          [AS_TEXT, say('An address in one field')],
        ]}
        value={known ? deliverTo : deliverTo === AS_TEXT ? AS_TEXT : TYPED}
        onChange={({ target }) => choose(target.value)}
      />
      {known && <p className="muted mt-1 text-sm break-words">{parcelLines(known).join(', ')}</p>}
      {!known && deliverTo === AS_TEXT && (
        <TextArea
          label={say('Delivery address')}
          required
          rows={3}
          autoComplete="street-address"
          {...fieldIn(form, 'address', {
            validate: { required: required(say('Delivery address')), whole: (typed) => wholeAddress(typed, country) },
          })}
        />
      )}
      {!known && deliverTo !== AS_TEXT && (
        <PartsFields
          kind="shipping"
          country={country}
          fields={registerParts((part, rules) => fieldIn(form, `deliveryAddress.${part}`, rules), country)}
        />
      )}
      {children}
      {mayKeep && !known && deliverTo !== AS_TEXT && (
        <label className="flex items-center gap-2 py-3">
          <input type="checkbox" className="checkbox checkbox-sm" {...form.register('keep')} />
          {say('Save for next time')}
        </label>
      )}
      <InvoiceTo form={form} book={book} country={country} company={company} />
    </>
  );
}

/** Where the invoice goes: with the goods, to an address of the book, or to one typed in parts. */
function InvoiceTo({ form, book, country, company }: Props) {
  const [invoiceTo, billed] = useWatch({ control: form.control, name: ['invoiceTo', 'invoiceAddress.country'] });
  const known = book.find(({ _id }) => _id === invoiceTo);
  const choose = (to: string) => {
    const address = book.find(({ _id }) => _id === to);
    if (address) takeInvoice(form, address);
    else {
      form.setValue('invoiceTo', to);
      if (form.getValues('invoiceAddress.country') === '') form.setValue('invoiceAddress.country', country);
    }
    form.clearErrors('invoiceAddress');
  };
  const isTyped = !known && invoiceTo !== '';
  return (
    <>
      <SelectField
        label={say('Invoice to')}
        options={[['', defaultInvoiceAddress(company)], ...optionsOf(book), [ELSEWHERE, say('Another address')]]}
        value={known ? invoiceTo : isTyped ? ELSEWHERE : ''}
        onChange={({ target }) => choose(target.value)}
      />
      {known && (
        <p className="muted mt-1 text-sm break-words">
          {[known.company, known.name, ...parcelLines(known)].filter(Boolean).join(', ')}
        </p>
      )}
      {isTyped && (
        <fieldset className="border-base-300 rounded-box mt-3 border px-4 pb-4">
          <legend className="px-1 font-medium">{say('Where the invoice goes')}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            <TextField
              label={say('Company')}
              autoComplete="billing organization"
              {...fieldIn(form, 'invoiceAddress.company', {
                validate: (company) =>
                  `${company}${form.getValues('invoiceAddress.name')}`.trim() !== '' ||
                  say('Enter who the invoice is for'),
              })}
            />
            <TextField
              label={say('For the attention of')}
              autoComplete="billing name"
              {...fieldIn(form, 'invoiceAddress.name')}
            />
          </div>
          <PartsFields
            kind="billing"
            country={billed}
            fields={registerParts((part, rules) => fieldIn(form, `invoiceAddress.${part}`, rules), billed)}
          />
          <CountrySelect label={say('Invoice country')} {...form.register('invoiceAddress.country')} />
        </fieldset>
      )}
    </>
  );
}

/** Fills the form for a delivery to an address of the book, who gets it there included. */
export function takeDelivery(form: UseFormReturn<OrderForm>, address: Address): void {
  const { deliverTo, country, deliveryAddress } = deliveredTo(address);
  form.setValue('deliverTo', deliverTo);
  form.setValue('country', country);
  form.setValue('deliveryAddress', deliveryAddress);
  form.setValue('name', address.name);
  form.setValue('company', address.company);
  form.setValue('phone', address.phone);
  form.clearErrors(['name', 'phone', 'company']);
}

/** Fills the form for an invoice to an address of the book. */
export function takeInvoice(form: UseFormReturn<OrderForm>, address: Address): void {
  const { invoiceTo, invoiceAddress } = invoicedTo(address);
  form.setValue('invoiceTo', invoiceTo);
  form.setValue('invoiceAddress', invoiceAddress);
}
