import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Priced } from '#contract/buying/basket.ts';
import type { Address } from '#contract/people/addresses.ts';
import { keepTyped, takeDefaults, takeLast } from '#web/addresses/order-addresses.tsx';
import { AS_TEXT, EMPTY_ORDER_FORM, fromDraft, type OrderForm, TYPED } from '#web/addresses/order-form.ts';
import { useSource } from '#web/api/use-source.ts';
import { DRAFT_KEY } from '#web/basket/checkout-note.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { useForm } from '#web/forms/use-form.ts';
import { lastOrderOf } from '#web/queries/buying/last-order.ts';
import { profileOf } from '#web/queries/people/profile.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import type { SessionUser } from '#web/session/user.ts';

interface Begins {
  user: SessionUser;
  book: readonly Address[] | undefined;
  isForCompany: boolean;
  priced: Priced | null;
  onDestination: (change: Destination) => void;
  onVatId: (vatId: string) => void;
}

/**
 * The form of a checkout: as it was left in this tab, or begun with the book's own addresses or the last order. What is typed
 * stays in this tab until the order is placed.
 */
export function useCheckoutDraft(begins: Begins): { form: UseFormReturn<OrderForm>; isBegun: boolean } {
  const { user, book, isForCompany, priced, onDestination, onVatId } = begins;
  const profile = useSource(profileOf(user));
  const last = useSource(lastOrderOf(user));
  const [draft] = useState(readDraft);
  const form = useForm<OrderForm>({
    defaultValues: { ...draft, name: draft.name || user.displayName },
  });
  const begun = useRef(wasBegun(draft));
  useEffect(() => {
    if (draft.vatId) onVatId(draft.vatId.trim());
    if (draft.country) onDestination({ country: draft.country });
  }, [draft, onVatId, onDestination]);
  useEffect(() => {
    if (!profile || !book || last === undefined || begun.current) return;
    // Once: what is chosen afterwards stays, also when the book is read anew.
    begun.current = true;
    const putBack = keepTyped(form, user.displayName);
    const country = takeDefaults(form, book) ?? (last && takeLast(form, last, book));
    const own = book.find(({ isDefault }) => isDefault);
    if (own && !isForCompany && own.vatId !== '') form.setValue('vatId', own.vatId);
    putBack();
    // What is a company's comes from the company.
    for (const field of isForCompany ? (['phone'] as const) : (['company', 'phone', 'vatId'] as const)) {
      if (last && form.getValues(field) === '') form.setValue(field, last[field]);
    }
    onVatId(form.getValues('vatId').trim());
    if (country !== null) return onDestination({ country });
    if (profile.address === '' || form.getValues('deliverTo') !== TYPED) return;
    form.setValue('deliverTo', AS_TEXT);
    form.setValue('address', profile.address);
  }, [profile, book, last, isForCompany, form, user, onDestination, onVatId]);
  useLastWay(last?.delivery, priced, onDestination);
  useEffect(() => {
    if (!profile) return;
    for (const field of ['name', 'phone'] as const) {
      if (form.getValues(field) === '' && profile[field] !== '') form.setValue(field, profile[field]);
    }
  }, [profile, form]);
  const values = useWatch({ control: form.control });
  useEffect(() => window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values)), [values]);
  return { form, isBegun: profile !== undefined && book !== undefined && last !== undefined };
}

/** The order is placed. */
export function dropDraft(): void {
  window.sessionStorage.removeItem(DRAFT_KEY);
}

/** Chooses the last order's way of delivery once it is known to lead where this one goes; what is chosen afterwards stays. */
function useLastWay(
  way: string | undefined,
  priced: Priced | null,
  onDestination: (change: Destination) => void,
): void {
  const chosen = useRef(false);
  useEffect(() => {
    if (way === undefined || !priced || chosen.current) return;
    chosen.current = true;
    if (priced.delivery !== way && priced.deliveries.some(({ id }) => id === way)) onDestination({ delivery: way });
  }, [way, priced, onDestination]);
}

const readDraft = () => fromDraft(EMPTY_ORDER_FORM, keptRecord(window.sessionStorage.getItem(DRAFT_KEY)));

/** Whether somebody has said in this tab already where it goes. */
function wasBegun({ deliverTo, address, deliveryAddress }: OrderForm): boolean {
  return deliverTo !== TYPED || address !== '' || Object.values(deliveryAddress).some((part) => part !== '');
}
