import { useMemo, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { centsToDollars, dollarsToCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Tool } from '#contract/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import { profileOf } from '#web/api/profile.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextField } from '#web/forms/text-field.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { dollars } from '#web/shell/figures.ts';
import { toast } from '#web/shell/toasts.ts';
import { OrderAdded } from './order-added.tsx';
import { QuantityField } from './quantity-field.tsx';
import { usePurchase } from './use-purchase.ts';
import { isOrderable } from './valid-quantity.ts';

export interface Purchase {
  name: string;
  address: string;
  phone: string;
  quantity: number;
  /** Read only; a changed price is told here. */
  price: string;
}

const FIELD_OF = {
  PRICE_MISMATCH: 'price',
  OUT_OF_STOCK: 'quantity',
  BELOW_MINIMUM: 'quantity',
  ORDER_TOO_LARGE: 'quantity',
} as const;

/** Orders the tool (spec §2, §4). What the profile knows is filled in, what was typed stays whatever happens. */
export function PurchaseForm({ tool, user }: { tool: Tool; user: SessionUser }) {
  const profile = useSource(useMemo(() => profileOf(user), [user]));
  const purchase = usePurchase(tool._id);
  const [added, setAdded] = useState<Order | null>(null);
  const form = useForm<Purchase>({
    defaultValues: { name: user.displayName, address: '', phone: '', quantity: tool.minOrderQuantity, price: '' },
    ...(profile
      ? { values: { ...profile, name: profile.name || user.displayName, quantity: tool.minOrderQuantity, price: '' } }
      : {}),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, address, phone, quantity }) => {
    setAdded(null);
    try {
      const order = await purchase({
        name,
        address,
        phone,
        email: user.email,
        tool: tool.name,
        toolId: tool._id,
        price: total(tool, quantity),
        quantity,
      });
      setAdded(order);
      form.resetField('quantity', { defaultValue: tool.minOrderQuantity });
      toast.success('New Order Added');
    } catch (error) {
      showIssues(form, withNewFacts(error), FIELD_OF);
    }
  });

  if (!isOrderable(tool)) {
    return (
      <>
        {added && <OrderAdded order={added} />}
        <p role="status" className="alert alert-warning">
          There is less in stock than the minimum order. This tool cannot be ordered until we have made more.
        </p>
      </>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The price is no field that validation would clear by itself.
        form.clearErrors('price');
        void submit(event);
      }}
    >
      <TextField
        label="Name"
        autoComplete="name"
        error={errors.name}
        {...form.register('name', { validate: required('Name') })}
      />
      <TextField label="Email" type="email" readOnly value={user.email} />
      <TextField
        label="Address"
        autoComplete="street-address"
        error={errors.address}
        {...form.register('address', { validate: required('Address') })}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        error={errors.phone}
        {...form.register('phone', { validate: required('Phone') })}
      />
      <TextField label="Tool" readOnly value={tool.name} />
      <TextField
        label="Price per piece"
        readOnly
        value={dollars(tool.price)}
        error={errors.price}
        className="text-right tabular-nums"
      />
      <QuantityField form={form} tool={tool} />
      <Total form={form} tool={tool} />
      <FormProblem message={errors.root?.message} />
      <button className="btn btn-accent btn-lg btn-block mt-4" disabled={isSubmitting}>
        {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        Purchase
      </button>
      {added && <OrderAdded order={added} />}
    </form>
  );
}

function Total({ form, tool }: { form: UseFormReturn<Purchase>; tool: Tool }) {
  const quantity = useWatch({ control: form.control, name: 'quantity' });
  const sum = total(tool, quantity);
  return (
    <p className="border-base-content mt-4 flex items-baseline justify-between border-t-2 pt-3 font-semibold tabular-nums">
      <span>Total</span>
      <output className="font-display text-3xl">{Number.isFinite(sum) ? dollars(sum) : '–'}</output>
    </p>
  );
}

/** In dollars, counted in cents. */
function total(tool: Tool, quantity: number): number {
  return centsToDollars((dollarsToCents(tool.price) ?? Number.NaN) * quantity);
}

function required(what: string) {
  return (value: string | number) => String(value).trim() !== '' || `${what} is required`;
}

/** A price that changed meanwhile is said with the new total, which is what the next click agrees to. */
function withNewFacts(error: unknown): unknown {
  const sum = error instanceof ApiError && error.code === 'PRICE_MISMATCH' ? error.number('price') : undefined;
  if (sum === undefined) return error;
  return new ApiError(409, {
    code: 'PRICE_MISMATCH',
    message: `The price has changed: this order now costs ${dollars(sum)}. Purchase again to agree.`,
  });
}
