import { useEffect, useMemo, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { Priced } from '#contract/basket.ts';
import type { Order } from '#contract/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSource } from '#web/api/use-source.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { profileOf } from '#web/queries/profile.ts';
import type { SessionUser } from '#web/session/user.ts';
import { dollars } from '#web/shell/format.ts';
import { usePlaceOrder } from './use-place-order.ts';
import type { Destination } from '#web/basket/use-priced.ts';

export interface Checkout {
  company: string;
  name: string;
  address: string;
  phone: string;
  purchaseOrder: string;
  vatId: string;
  note: string;
}

interface Props {
  user: SessionUser;
  lines: readonly BasketLine[];
  priced: Priced | null;
  busy: boolean;
  destination: Destination;
  /** The VAT number was left: the tax may depend on it. */
  onVatId: (vatId: string) => void;
  /** What is wrong with the VAT number that the prices were asked for. */
  vatProblem: string | null;
  /** The shop refused lines: what it said, by tool. */
  onRefusedLines: (refusals: Record<string, string>) => void;
  onPlaced: (order: Order) => void;
}

const DRAFT_KEY = 'tradebench.checkout';

/** Who buys and where it goes, and the one button. What was typed stays in this tab until the order is placed. */
export function CheckoutForm(props: Props) {
  const { user, lines, priced, busy, destination, onVatId, vatProblem, onRefusedLines, onPlaced } = props;
  const profile = useSource(useMemo(() => profileOf(user), [user]));
  const placeOrder = usePlaceOrder();
  const [draft] = useState(readDraft);
  const form = useForm<Checkout>({
    defaultValues: {
      company: '',
      address: '',
      phone: '',
      purchaseOrder: '',
      vatId: '',
      note: '',
      ...draft,
      name: draft.name || user.displayName,
    },
  });
  useEffect(() => {
    if (draft.vatId) onVatId(draft.vatId.trim());
  }, [draft, onVatId]);
  useEffect(() => {
    if (!profile) return;
    for (const field of ['name', 'address', 'phone'] as const) {
      if (form.getValues(field) === '' && profile[field] !== '') form.setValue(field, profile[field]);
    }
  }, [profile, form]);
  useKeptDraft(form);
  const { errors, isSubmitting } = form.formState;
  const hasProblems = priced === null || priced.lines.some(({ problem }) => problem !== null);

  const submit = form.handleSubmit(async ({ vatId, ...typed }) => {
    onRefusedLines({});
    if (hasProblems) {
      form.setError('root', {
        message: 'Some lines cannot be ordered as they are. What to do stands at each of them.',
      });
      return;
    }
    try {
      const order = await placeOrder({
        ...typed,
        email: user.email,
        lines: [...lines],
        ...destination,
        ...(vatId.trim() === '' ? {} : { vatId: vatId.trim() }),
        ...(typeof priced?.price === 'number' ? { price: priced.price } : {}),
        emptyBasket: true,
      });
      window.sessionStorage.removeItem(DRAFT_KEY);
      onPlaced(order);
    } catch (error) {
      const refusals = refusedLines(error, lines);
      onRefusedLines(refusals);
      if (Object.keys(refusals).length > 0) {
        const count = Object.keys(refusals).length;
        form.setError('root', {
          message: `${count === 1 ? 'One line' : `${count} lines`} cannot be ordered any more. What to do stands there; everything else is kept.`,
        });
      } else showIssues(form, withNewTotal(error));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Purchase">
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField label="Company" autoComplete="organization" error={errors.company} {...form.register('company')} />
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name}
          {...form.register('name', { validate: required('Name') })}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone}
          {...form.register('phone', { validate: required('Phone') })}
        />
        <TextField label="Your order number (PO)" error={errors.purchaseOrder} {...form.register('purchaseOrder')} />
      </div>
      <TextArea
        label="Delivery address"
        rows={3}
        autoComplete="street-address"
        error={errors.address}
        {...form.register('address', { validate: required('Address') })}
      />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField
          label="VAT number"
          error={vatProblem === null ? errors.vatId : { message: vatProblem }}
          {...form.register('vatId', { onBlur: ({ target }) => onVatId(String(target.value).trim()) })}
        />
        <TextField label="Note" error={errors.note} {...form.register('note')} />
      </div>
      <FormProblem message={errors.root?.message} />
      <button className="btn btn-accent btn-lg btn-block mt-4" disabled={isSubmitting || busy}>
        {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        Purchase
      </button>
    </form>
  );
}

/** Keeps what is typed in this tab. */
function useKeptDraft(form: UseFormReturn<Checkout>): void {
  const values = useWatch({ control: form.control });
  useEffect(() => window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values)), [values]);
}

function readDraft(): Partial<Checkout> {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(DRAFT_KEY) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

function required(what: string) {
  return (value: string) => value.trim() !== '' || `${what} is required`;
}

/** What the shop says of single lines, by tool; `lines.3.quantity` is the fourth line that was sent. */
function refusedLines(error: unknown, lines: readonly BasketLine[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.issues.flatMap(({ path, message }) => {
      const index = /^lines\.(\d+)\b/.exec(path)?.[1];
      const line = index === undefined ? undefined : lines[Number(index)];
      return line ? [[line.toolId, message]] : [];
    }),
  );
}

/** A total that changed meanwhile is said, and is what the next click agrees to. */
function withNewTotal(error: unknown): unknown {
  const sum = error instanceof ApiError && error.code === 'PRICE_MISMATCH' ? error.number('price') : undefined;
  if (sum === undefined) return error;
  return new ApiError(409, {
    code: 'PRICE_MISMATCH',
    message: `Prices have changed: this order now costs ${dollars(sum)}. Look at the lines, then purchase again to agree.`,
  });
}
