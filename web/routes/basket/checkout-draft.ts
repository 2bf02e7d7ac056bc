import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Priced } from '#contract/buying/basket.ts';
import type { Address } from '#contract/people/addresses.ts';
import { takeStart } from '#web/addresses/begin-order.ts';
import { AS_TEXT, EMPTY_ORDER_FORM, fromDraft, type OrderForm, TYPED } from '#web/addresses/order-form.ts';
import { useSource } from '#web/api/use-source.ts';
import { DRAFT_KEY } from '#web/basket/checkout-note.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { useForm } from '#web/forms/use-form.ts';
import { type OrderStart, orderStartOf } from '#web/queries/buying/order-start.ts';
import { profileOf } from '#web/queries/people/profile.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import type { SessionUser } from '#web/session/user.ts';

interface Begins {
  user: SessionUser;
  book: readonly Address[] | undefined;
  companyId: string | null;
  priced: Priced | null;
  onDestination: (change: Destination) => void;
  onVatId: (vatId: string) => void;
}

/**
 * The form of a checkout: as it was left in this tab, or begun with the book's own addresses or the last order. What is typed
 * stays in this tab until the order is placed.
 */
export function useCheckoutDraft(begins: Begins): {
  form: UseFormReturn<OrderForm>;
  isBegun: boolean;
  start: OrderStart | undefined;
} {
  const { user, book, companyId, priced, onDestination, onVatId } = begins;
  const profile = useSource(profileOf(user));
  const start = useSource(orderStartOf(user, companyId));
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
    if (!profile || !book || !start || begun.current) return;
    const { last } = start;
    // Once: what is chosen afterwards stays, also when the book is read anew.
    begun.current = true;
    const country = takeStart(form, book, start, user.displayName);
    // What is a company's comes from the company.
    if (companyId === null) takeOwn(form, book, last);
    onVatId(form.getValues('vatId').trim());
    if (country !== null) return onDestination({ country });
    if (profile.address === '' || form.getValues('deliverTo') !== TYPED) return;
    form.setValue('deliverTo', AS_TEXT);
    form.setValue('address', profile.address);
  }, [profile, book, start, companyId, form, user, onDestination, onVatId]);
  useLastWay(start?.last?.delivery, priced, onDestination);
  useEffect(() => {
    if (!profile) return;
    for (const field of ['name', 'phone'] as const) {
      if (form.getValues(field) === '' && profile[field] !== '') form.setValue(field, profile[field]);
    }
  }, [profile, form]);
  const values = useWatch({ control: form.control });
  useEffect(() => window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values)), [values]);
  return { form, start, isBegun: profile !== undefined && book !== undefined && start !== undefined };
}

/** Who buys for themselves begins with the number of their own address, else with what they said last. */
function takeOwn(form: UseFormReturn<OrderForm>, book: readonly Address[], last: OrderStart['last']): void {
  const own = book.find(({ isDefault }) => isDefault);
  if (own && own.vatId !== '' && form.getValues('vatId') === '') form.setValue('vatId', own.vatId);
  for (const field of ['company', 'vatId'] as const)
    if (last && form.getValues(field) === '') form.setValue(field, last[field]);
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
