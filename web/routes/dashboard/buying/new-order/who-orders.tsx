import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Address } from '#contract/people/addresses.ts';
import { takeDefaults } from '#web/addresses/begin-order.ts';
import type { OrderForm } from '#web/addresses/order-form.ts';
import { ApiError } from '#web/api/api-error.ts';
import { released } from '#web/api/press.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { fetchCustomerAddresses } from '#web/queries/people/addresses.ts';
import { CompanyOfOrder } from './company-of-order.tsx';
import { NewCustomer } from './new-customer.tsx';

interface Props {
  form: UseFormReturn<OrderForm>;
  /** The company that they order for; empty: none. */
  companyId: string;
  onCompany: (companyId: string) => void;
  /** Their addresses, once it is said who they are. */
  onBook: (book: readonly Address[]) => void;
  goTo: (change: { country: string }) => void;
}

/** Who is on the telephone, and for which company; whoever never registered is kept as a new customer. */
export function WhoOrders({ form, companyId, onCompany, onBook, goTo }: Props) {
  /** What was typed where nobody has an account. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const take = (found: readonly Address[]) => {
    onBook(found);
    const begins = form.getValues('deliveryAddress.street') === '' ? takeDefaults(form, found) : null;
    if (begins !== null) goTo({ country: begins });
  };
  const readBook = async (email: string) => {
    if (email === '') return;
    try {
      take(await fetchCustomerAddresses(email));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'USER_NOT_FOUND') return;
      form.setError('customer', { type: 'server', message: error.message });
      setUnknown(email);
    }
  };
  // Whoever comes from a customer's page has said already who it is.
  const [known] = useState(() => form.getValues('customer'));
  const takeKnown = useEffectEvent(take);
  useEffect(() => {
    if (known !== '') fetchCustomerAddresses(known).then(takeKnown, () => {});
  }, [known]);
  const leave = (email: string) => {
    onBook([]);
    setUnknown(null);
    void readBook(email);
  };
  const kept = () => {
    setUnknown(null);
    form.clearErrors(['customer', 'name']);
  };
  return (
    <>
      <TextField
        label="E-mail of the customer"
        type="email"
        error={form.formState.errors.customer}
        hint="The order appears among their own and they get an e-mail. Someone who never registered can be added as a new customer."
        {...form.register('customer', {
          validate: required('E-mail of the customer'),
          onBlur: ({ target }) => void released().then(() => leave(String(target.value).trim())),
        })}
      />
      <CompanyOfOrder value={companyId} onChange={onCompany} />
      {unknown !== null && (
        <NewCustomer
          email={unknown}
          companyId={companyId}
          said={() => ({ name: form.getValues('name'), phone: form.getValues('phone') })}
          onNameless={() => form.setError('name', { message: 'Enter their name first' }, { shouldFocus: true })}
          onKept={kept}
        />
      )}
    </>
  );
}
