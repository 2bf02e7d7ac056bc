import { useCallback, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Order } from '#contract/buying/orders.ts';
import { addressLines, addressParts } from '#contract/people/address-lines.ts';
import type { Address } from '#contract/people/addresses.ts';
import { bookedAs } from '#web/addresses/order-form.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import type { Purchase } from './purchase-values.ts';

interface Options {
  form: UseFormReturn<Purchase>;
  /** What is a company's comes from the company. */
  isForCompany: boolean;
  goTo: (change: Destination) => void;
  taxFor: (vatId: string) => void;
}

/**
 * What is chosen from the address book beside what the form itself says: where the goods go, and whom the invoice is to;
 * null: what the form says, and where the goods go.
 */
export function usePurchaseAddresses({ form, isForCompany, goTo, taxFor }: Options) {
  const [delivery, setDelivery] = useState<Address | null>(null);
  const [invoice, setInvoice] = useState<Address | null>(null);
  const [hasBegun, setBegun] = useState(false);
  const deliverTo = useCallback(
    (address: Address | null) => {
      setDelivery(address);
      if (!address) return;
      const { name, phone, company } = address;
      // The text stays where another choice is made afterwards, and so does where it is.
      goTo({ country: address.country });
      if (!isForCompany && address.vatId !== '') {
        form.setValue('vatId', address.vatId, { shouldDirty: true });
        taxFor(address.vatId);
      }
      for (const [field, value] of Object.entries({ name, phone, company, address: inOneText(address) }))
        form.setValue(field as 'name' | 'phone' | 'company' | 'address', value, {
          shouldDirty: true,
          shouldValidate: true,
        });
    },
    [form, isForCompany, goTo, taxFor],
  );
  /** Begins with the book's own addresses, and with the last order's words where nothing was typed yet; once. */
  const begin = useCallback(
    (book: readonly Address[], last: Order | null) => {
      if (hasBegun) return;
      setBegun(true);
      const own = book.find(({ isDefault }) => isDefault) ?? (last && bookedAs(last, book));
      const billed = book.find(({ isInvoiceDefault }) => isInvoiceDefault);
      const { name, phone, address, vatId } = form.formState.dirtyFields;
      const isTyped = name || phone || address;
      if (own && !isTyped) deliverTo(own);
      if (billed && billed !== own) setInvoice(billed);
      if (!last) return;
      if (!own && !isTyped) goTo({ country: last.country });
      takeWords(
        form,
        last,
        isForCompany ? ['name', 'phone', 'address'] : ['company', 'name', 'phone', 'address', 'vatId'],
      );
      if (!vatId && !isForCompany) taxFor(last.vatId);
    },
    [hasBegun, form, isForCompany, deliverTo, goTo, taxFor],
  );
  /** What `POST /order` takes of it. @param address as it stands in the form */
  const ofOrder = (address: string) => ({
    ...(delivery && address === inOneText(delivery) ? { deliveryAddress: addressParts(delivery) } : { address }),
    ...(invoice ? { invoiceAddress: { name: invoice.name, company: invoice.company, ...addressParts(invoice) } } : {}),
  });
  return { hasBegun, delivery, invoice, deliverTo, setInvoice, begin, ofOrder };
}
export type PurchaseAddresses = ReturnType<typeof usePurchaseAddresses>;

/** An address in the one field of this form. */
export function inOneText(address: Address): string {
  return addressLines(address).join(', ');
}

/** What was typed stays. */
function takeWords(
  form: UseFormReturn<Purchase>,
  last: Order,
  words: ('company' | 'name' | 'phone' | 'address' | 'vatId')[],
): void {
  const { dirtyFields } = form.formState;
  for (const word of words)
    if (!dirtyFields[word] && last[word] !== '') form.setValue(word, inOneField(last[word]), { shouldDirty: true });
}

/** Lines of a text beside each other: a field of one line would drop the breaks between them, and join their words. */
function inOneField(text: string): string {
  return text.split('\n').join(', ');
}
