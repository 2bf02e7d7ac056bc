import type { UseFormReturn } from 'react-hook-form';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { addressParts } from '#contract/people/address-lines.ts';
import type { Address } from '#contract/people/addresses.ts';
import { readFields } from '#web/forms/use-form.ts';
import type { OrderStart } from '#web/queries/buying/order-start.ts';
import { takeDelivery, takeInvoice } from './order-addresses.tsx';
import { AS_TEXT, bookedAs, type OrderForm, TYPED } from './order-form.ts';

/**
 * Notes what somebody typed, or had filled in, before the form began. @param name the one that the form had from the start
 * @returns puts it back
 */
function keepTyped(form: UseFormReturn<OrderForm>, name: string): () => void {
  readFields(form);
  const typed = form.getValues();
  return () => {
    if (typed.name !== name) form.setValue('name', typed.name);
    for (const field of ['company', 'phone', 'vatId'] as const)
      if (typed[field] !== '') form.setValue(field, typed[field]);
  };
}

/**
 * Begins an order as the book says, else as the last one went, else with the company's own address. What was typed before stays.
 * @param typedName the name that the form had from the start
 * @returns the country of the delivery; null where nothing says it
 */
export function takeStart(
  form: UseFormReturn<OrderForm>,
  book: readonly Address[],
  { last, company }: OrderStart,
  typedName: string,
): string | null {
  const putBack = keepTyped(form, typedName);
  const country =
    takeDefaults(form, book) ?? (last && takeLast(form, last, book)) ?? (company && takeCompany(form, company));
  putBack();
  if (company && form.getValues('company') === '') form.setValue('company', company.name);
  if (last && form.getValues('phone') === '') form.setValue('phone', last.phone);
  return country;
}

/** Begins with the book's own defaults. @returns the country of the delivery, where one was chosen */
export function takeDefaults(form: UseFormReturn<OrderForm>, book: readonly Address[]): string | null {
  const delivery = book.find(({ isDefault }) => isDefault);
  const invoice = book.find(({ isInvoiceDefault }) => isInvoiceDefault);
  if (delivery) takeDelivery(form, delivery);
  if (invoice && invoice !== delivery) takeInvoice(form, invoice);
  return delivery?.country ?? null;
}

/** Begins with where a company has its invoices sent, as far as it says a whole address. @returns its country */
function takeCompany(form: UseFormReturn<OrderForm>, { invoiceAddress }: Company): string | null {
  const { country, ...parts } = addressParts(invoiceAddress);
  if (parts.street === '' || parts.town === '') return null;
  form.setValue('deliverTo', TYPED);
  form.setValue('deliveryAddress', parts);
  form.setValue('country', country);
  return country;
}

/** Begins with where the last order went, and who got it. @returns its country */
function takeLast(form: UseFormReturn<OrderForm>, last: Order, book: readonly Address[]): string {
  const kept = bookedAs(last, book);
  if (kept) {
    takeDelivery(form, kept);
    return kept.country;
  }
  form.setValue('deliverTo', last.deliveryAddress ? TYPED : AS_TEXT);
  if (last.deliveryAddress) {
    const { country: _asBelow, ...parts } = addressParts(last.deliveryAddress);
    form.setValue('deliveryAddress', parts);
  } else form.setValue('address', last.address);
  form.setValue('country', last.country);
  form.setValue('name', last.name);
  return last.country;
}
