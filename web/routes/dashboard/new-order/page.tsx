import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import type { PastedLine } from '#contract/order-lines.ts';
import { DeliverTo, takeDefaults } from '#web/addresses/order-addresses.tsx';
import { addressesOfOrder, AS_TEXT, EMPTY_ORDER_FORM, type OrderForm, TYPED } from '#web/addresses/order-form.ts';
import { ApiError } from '#web/api/api-error.ts';
import { outdate } from '#web/api/caches.ts';
import { call } from '#web/api/call.ts';
import { mayHelp } from '#web/api/defaults.ts';
import { createIdempotencyKeys } from '#web/api/idempotency-keys.ts';
import { useSource } from '#web/api/use-source.ts';
import { Totals } from '#web/basket/totals.tsx';
import { type Destination, usePriced } from '#web/basket/use-priced.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { fetchCustomerAddresses } from '#web/queries/addresses.ts';
import { shopFront } from '#web/queries/shop-front.ts';
import { DeliveryFields } from '#web/routes/basket/delivery-fields.tsx';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { userCall } from '#web/session/tab-session.ts';
import { counted, pieces } from '#web/shell/format.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'New Order for a Customer', description: 'An order on the telephone.' });

export default function NewOrderPage() {
  return (
    <RequirePermission user={useDashboardUser()} permission="orders.change">
      <h2 className="mb-4 text-xl font-semibold">New Order for a Customer</h2>
      <TelephoneOrder />
    </RequirePermission>
  );
}

/** What somebody orders on the telephone: lines as they say them, who they are, and where it goes. */
function TelephoneOrder() {
  const navigate = useNavigate();
  const [rows, setRows] = useState<readonly PastedLine[]>([]);
  const [destination, setDestination] = useState<Destination>({});
  const [keys] = useState(createIdempotencyKeys);
  const lines = rows.flatMap(({ toolId, quantity }) =>
    toolId === null || quantity === null ? [] : [{ toolId, quantity }],
  );
  const { priced, busy, error } = usePriced(lines, destination);
  const form = useForm<OrderForm>({ defaultValues: EMPTY_ORDER_FORM });
  const [book, setBook] = useState<readonly Address[]>([]);
  const ownCountry = useSource(shopFront)?.company.country ?? '';
  const country = destination.country ?? ownCountry;
  const { errors, isSubmitting } = form.formState;
  const isReady = lines.length > 0 && lines.length === rows.length && priced?.lines.every(({ problem }) => !problem);

  const goTo = (change: Destination) =>
    setDestination((now) =>
      change.country === undefined
        ? { ...now, ...change }
        : { ...change, ...(now.vatId === undefined ? {} : { vatId: now.vatId }) },
    );
  /** Whose order it is has been said: their addresses are there to choose from. */
  const readBook = async (email: string) => {
    setBook([]);
    if (email.trim() === '') return;
    try {
      const found = await fetchCustomerAddresses(email.trim());
      setBook(found);
      const begins = form.getValues('deliveryAddress.street') === '' ? takeDefaults(form, found) : null;
      if (begins !== null) goTo({ country: begins });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'USER_NOT_FOUND')
        form.setError('customer', { type: 'server', message: error.message });
    }
  };
  const submit = form.handleSubmit(async (typed) => {
    if (!isReady) {
      form.setError('root', { message: 'Read at least one line, and mend or leave out those with a problem.' });
      return;
    }
    const { customer, name, company, phone, purchaseOrder, note, vatId } = typed;
    const body = {
      customer,
      name,
      company,
      phone,
      purchaseOrder,
      note,
      ...addressesOfOrder(typed, country),
      ...(vatId.trim() === '' ? {} : { vatId: vatId.trim() }),
      ...destination,
      lines,
      ...(typeof priced?.price === 'number' ? { price: priced.price } : {}),
    };
    try {
      const order = await userCall('POST /order', { body, headers: { 'idempotency-key': keys.keyFor(body) } });
      keys.settled();
      toast.success(`Order ${order.number} is placed; its customer gets a letter`);
      void outdate('tool', 'tools', 'orders');
      await navigate(`/dashboard/orders/${order._id}`);
    } catch (error) {
      if (!mayHelp(error)) keys.settled();
      showIssues(form, error);
    }
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <LinesBox rows={rows} onRows={setRows} />
        <form noValidate onSubmit={(event) => void submit(event)} aria-label="Order for a customer">
          <TextField
            label="E-mail of the customer"
            type="email"
            error={errors.customer}
            hint="They must have an account; they find the order among their own and get a letter."
            {...form.register('customer', {
              validate: required('E-mail of the customer'),
              onBlur: ({ target }) => void readBook(String(target.value)),
            })}
          />
          <div className="grid gap-x-6 sm:grid-cols-2">
            <TextField label="Name" error={errors.name} {...form.register('name', { validate: required('Name') })} />
            <TextField label="Company" error={errors.company} {...form.register('company')} />
            <TextField
              label="Phone"
              type="tel"
              error={errors.phone}
              {...form.register('phone', { validate: required('Phone') })}
            />
            <TextField
              label="Their order number (PO)"
              error={errors.purchaseOrder}
              {...form.register('purchaseOrder')}
            />
          </div>
          <DeliverTo
            form={form}
            book={book}
            country={country}
            mayKeep={false}
            onCountry={(chosen) => goTo({ country: chosen })}
          >
            <DeliveryFields
              destination={destination}
              priced={priced}
              onChange={(change) => {
                // What was chosen from the book is in another country: it becomes one that is typed.
                if (change.country !== undefined && form.getValues('deliverTo') !== AS_TEXT)
                  form.setValue('deliverTo', TYPED);
                goTo(change);
              }}
            />
          </DeliverTo>
          <div className="grid gap-x-6 sm:grid-cols-2">
            <TextField
              label="VAT number"
              error={issueAt(error, 'vatId') ?? errors.vatId}
              {...form.register('vatId', {
                onBlur: ({ target }) => {
                  const vatId = String(target.value).trim();
                  setDestination(({ vatId: _before, ...now }) => ({ ...now, ...(vatId === '' ? {} : { vatId }) }));
                },
              })}
            />
            <TextField label="Note" error={errors.note} {...form.register('note')} />
          </div>
          <FormProblem message={errors.root?.message} />
          <button className="btn btn-accent mt-4" disabled={isSubmitting || busy}>
            {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            Place the order
          </button>
        </form>
      </div>
      <div>
        <Totals priced={priced} busy={busy} />
      </div>
    </div>
  );
}

interface LinesBoxProps {
  rows: readonly PastedLine[];
  onRows: (rows: readonly PastedLine[]) => void;
}

/** Lines as on the order pad: a stock number or a name, and how many, one to a row. */
function LinesBox({ rows, onRows }: LinesBoxProps) {
  const [text, setText] = useState('');
  const read = useAction();
  const readText = () =>
    read.run(async () => {
      if (text.trim() === '') return;
      onRows((await call('POST /order-lines', { body: { text } })).rows);
    });
  return (
    <section aria-label="What is ordered">
      <TextArea
        label="Lines of the order"
        hint="One to a row, such as HAM-CL-16H 24"
        rows={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="button" className="btn mt-2" disabled={read.busy} onClick={() => void readText()}>
        Read the lines
      </button>
      <div role="status" className="mt-2">
        {rows.length > 0 && <p className="muted text-sm">{counted(rows.length, 'line')} read</p>}
      </div>
      {read.problem && (
        <p role="alert" className="text-error mt-2">
          {read.problem.message}
        </p>
      )}
      {rows.length > 0 && (
        <ul aria-label="Lines read" className="border-base-300 mt-2 border-t">
          {rows.map((row) => (
            <li key={row.row} className="border-base-300 flex flex-wrap items-center gap-3 border-b py-2">
              <span className="min-w-0 grow break-words">
                {row.tool === null ? row.text : `${row.quantity === null ? '?' : pieces(row.quantity)} × ${row.tool}`}
                {row.sku && <span className="muted block text-xs">{row.sku}</span>}
                {row.problem && <span className="text-error block text-sm">{wordsFor(row)}</span>}
              </span>
              <button
                type="button"
                className="btn btn-ghost btn-sm"
                aria-label={`Leave out ${row.tool ?? row.text}`}
                onClick={() => onRows(rows.filter((other) => other !== row))}
              >
                Leave out
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function wordsFor({ problem, suggestion, candidates }: PastedLine): string {
  const nearest = suggestion === null ? '' : ` The nearest is ${pieces(suggestion)}.`;
  switch (problem) {
    case 'AMBIGUOUS':
      return `Several tools fit: ${candidates.map(({ tool, sku }) => sku ?? tool).join(', ')}.`;
    case 'NO_QUANTITY':
      return 'How many?';
    case 'BELOW_MINIMUM':
      return `Below the minimum order.${nearest}`;
    case 'NOT_A_MULTIPLE':
      return `Not whole cartons.${nearest}`;
    case 'OUT_OF_STOCK':
      return `More than there is.${nearest}`;
    default:
      return 'No such tool is sold.';
  }
}

/** What a refusal of the prices says about one field. */
function issueAt(error: unknown, path: string): { message: string } | undefined {
  return error instanceof ApiError ? error.issues.find((issue) => issue.path === path) : undefined;
}

function required(what: string) {
  return (value: string) => value.trim() !== '' || `${what} is required`;
}
