import { asPriced, inUnits } from '#contract/buying/units.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Address } from '#contract/people/addresses.ts';
import type { Priced } from '#contract/buying/basket.ts';
import { buyerOfOrder, registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { addressesOfOrder, EMPTY_ORDER_FORM, type OrderForm } from '#web/addresses/order-form.ts';
import { WhereItGoes } from '#web/addresses/where-it-goes.tsx';
import { useSource } from '#web/api/use-source.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { LostOrder } from '#web/basket/lost-order.tsx';
import { Totals } from '#web/basket/totals.tsx';
import { useDestination } from '#web/basket/use-destination.ts';
import { type Destination, type PricedOrder, usePriced } from '#web/basket/use-priced.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderButton } from '#web/forms/order-button.tsx';
import { issueAt, withNewPrice } from '#web/forms/server-issues.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useOrderForm } from '#web/basket/use-order-form.ts';
import { companyAddressesOf, withCompanies } from '#web/queries/buying/company-addresses.ts';
import { readOrderLines } from '#web/queries/buying/order-lines.ts';
import { earlierWords, usePlaceOrder } from '#web/queries/buying/place-order.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { useUser } from '#web/session/signed-in.ts';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { withNote } from '#web/basket/checkout-note.ts';
import { PadList } from '#web/routes/order-pad/pad-list.tsx';
import { linesOf, type PadRow, withPasted } from '#web/routes/order-pad/pad-rows.ts';
import { PasteBox } from '#web/routes/order-pad/paste-box.tsx';
import { counted, money } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { AgreedPrices, type Agreement, showWrongPrice } from './agreed-prices.tsx';
import { typedMoney } from '#web/forms/typed-money.ts';
import { OnAccountChoice, payOf, PAYS_FIRST } from './on-account.tsx';
import { WhoOrders } from './who-orders.tsx';

export const meta = metaOf({ title: 'New Order for a Customer', description: 'Place an order taken by phone.' });

export default function NewOrderPage() {
  return (
    <RequirePermission permission="orders.change">
      <h2 className="mb-4 text-xl font-semibold">New Order for a Customer</h2>
      <TelephoneOrder />
    </RequirePermission>
  );
}

/** What somebody orders on the telephone: lines as they say them, who they are, and where it goes. */
function TelephoneOrder() {
  const navigate = useNavigate();
  const [rows, setRows] = useState<readonly PadRow[]>([]);
  const { destination, goTo, taxFor } = useDestination();
  const [companyId, setCompanyId] = useState('');
  const [onAccount, setOnAccount] = useState(PAYS_FIRST);
  const [agreed, setAgreed] = useState<Record<string, Agreement>>({});
  const agreedPart = useRef<HTMLDetailsElement>(null);
  /** What the shop said that an order comes to, which it alone can say where prices were agreed; `of` is its lines and place. */
  const [answered, setAnswered] = useState({ of: '', price: 0 });
  const placeOrder = usePlaceOrder('telephone');
  const lines = linesOf(rows);
  const goesTo = companyId === '' ? destination : { ...destination, companyId };
  const { priced, busy, error, again, whenPriced } = usePriced(lines, goesTo);
  const isAgreed = lines.some(({ toolId }) => agreementOf(agreed[toolId]) !== null);
  const what = (wanted: readonly BasketLine[], where: Destination) =>
    JSON.stringify([wanted.map((line) => ({ ...line, ...agreementOf(agreed[line.toolId]) })), where]);
  const sumOf = ({ lines, where, priced }: PricedOrder) =>
    answered.of === what(lines, where) ? answered.price : (priced?.price ?? null);
  const price = sumOf({ lines, where: goesTo, priced });
  const [search] = useSearchParams();
  const form = useForm<OrderForm>({ defaultValues: { ...EMPTY_ORDER_FORM, customer: search.get('customer') ?? '' } });
  const [book, setBook] = useState<readonly Address[]>([]);
  const user = useUser();
  const { key: queryKey, fetch: queryFn } = companyAddressesOf(user, companyId);
  const { data: ofCompany } = useQuery({ queryKey, queryFn: () => queryFn(), enabled: companyId !== '' });
  const ownCountry = useSource(shopFront)?.company.country ?? '';
  const { errors } = form.formState;

  const fields = registerBuyer((field, rules) => form.register(field, rules), taxFor);
  const place = async (typed: OrderForm, { lines, where, priced }: PricedOrder) => {
    const isRead = rows.every(({ toolId, quantity }) => toolId !== null && quantity !== null);
    if (!isRead || !priced || priced.lines.some(({ problem }) => problem)) {
      form.setError('root', { message: 'Add at least one line, and fix or remove those with a problem.' });
      return;
    }
    if (showWrongPrice(agreedPart.current)) {
      form.setError('root', { message: 'One of the agreed prices is not valid. Enter it as 12.50.' });
      return;
    }
    const shown = sumOf({ lines, where, priced });
    const { order, isEarlier } = await placeOrder({
      customer: typed.customer,
      ...buyerOfOrder(typed),
      ...addressesOfOrder(typed, where.country ?? ownCountry),
      ...where,
      ...payOf(onAccount, companyId),
      lines: asPriced(lines, priced.lines).map((line) => ({ ...inUnits(line), ...agreementOf(agreed[line.toolId]) })),
      ...(shown === null ? {} : { price: shown }),
    }).catch((error: unknown) => {
      again();
      throw withNewPrice(error, (price) => {
        setAnswered({ of: what(lines, where), price });
        const why = isAgreed ? 'With the agreed prices this order comes' : 'Prices have changed: this order now comes';
        return `${why} to ${money(price)}. Check it, then press again to agree: nothing has been ordered yet.`;
      });
    });
    // It may be another customer's by now: what is typed stays.
    if (isEarlier) return form.setError('root', { message: earlierWords(order) });
    toast.success(`Order ${order.number} is placed; the customer gets an e-mail`);
    await navigate(`/dashboard/orders/${order._id}`);
  };
  const settle = ({ vatId }: OrderForm) => taxFor(vatId.trim());
  const { stage, onSubmit } = useOrderForm(form, {
    shown: price,
    settle,
    whenPriced,
    sumOf: (_typed, order) => sumOf(order),
    place,
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div>
          <Lines
            rows={rows}
            priced={priced}
            onRows={setRows}
            onNote={(more) => form.setValue('note', withNote(form.getValues('note'), more))}
          />
          <AgreedPrices
            rows={rows}
            ref={agreedPart}
            agreed={agreed}
            onAgreed={(toolId, agreement) => setAgreed((now) => ({ ...now, [toolId]: agreement }))}
          />
        </div>
        <form noValidate onSubmit={onSubmit} aria-label="Order for a customer">
          <WhoOrders form={form} companyId={companyId} onCompany={setCompanyId} onBook={setBook} goTo={goTo} />
          <WhoBuys fields={fields} errors={errors} whose="Their" />
          <WhereItGoes
            form={form}
            book={companyId === '' ? book : withCompanies(ofCompany ?? [], book)}
            country={destination.country ?? ownCountry}
            company={companyId === '' ? null : { name: 'the company' }}
            mayKeep={false}
            destination={destination}
            priced={priced}
            goTo={goTo}
            onVatId={companyId === '' ? taxFor : undefined}
          />
          <VatAndNote fields={fields} errors={errors} vatProblem={issueAt(error, 'vatId')} />
          <OnAccountChoice companyId={companyId} price={price} value={onAccount} onChange={setOnAccount} />
          <LostOrder bought="telephone" />
          <FormProblem message={errors.root?.message} />
          <OrderButton stage={stage} className="btn btn-accent mt-4">
            Place the order
          </OrderButton>
        </form>
      </div>
      <div>
        <Totals priced={priced} busy={busy}>
          {isAgreed && <WithAgreed price={answered.of === what(lines, goesTo) ? answered.price : null} />}
        </Totals>
      </div>
    </div>
  );
}

/** @param price what the shop said; null: it was not asked yet */
function WithAgreed({ price }: { price: number | null }) {
  if (price !== null) return <p className="mt-2 font-semibold">With the agreed prices: {money(price)}</p>;
  return (
    <p className="muted mt-2 text-sm">
      This total does not include agreed prices. Place the order to see what it comes to with them: you are asked before
      anything is ordered.
    </p>
  );
}

/** What a line says of its price; null where nothing was agreed. */
function agreementOf(agreement: Agreement | undefined): { unitPrice: number; reason?: string } | null {
  const unitPrice = typedMoney(agreement?.price ?? '') ?? null;
  const reason = agreement?.reason.trim() ?? '';
  return unitPrice === null ? null : { unitPrice, ...(reason === '' ? {} : { reason }) };
}

interface LinesProps {
  rows: readonly PadRow[];
  priced: Priced | null;
  onRows: (change: (now: readonly PadRow[]) => PadRow[]) => void;
  /** What the list says beside its tools. */
  onNote: (more: string) => void;
}

/** Lines as on the order pad: pasted, or typed as they are said, each with its stock and a choice where several tools fit. */
function Lines({ rows, priced, onRows, onNote }: LinesProps) {
  const [said, setSaid] = useState('');
  const read = async (text: string) => {
    const { rows: found, note } = await readOrderLines(text);
    if (note !== '') onNote(note);
    onRows((now) => withPasted(now, found));
    setSaid(`${counted(found.length, 'row')} read.`);
  };
  return (
    <section aria-label="Order lines">
      <PasteBox onText={read} />
      <p role="status" className="my-3 min-h-6">
        {said}
      </p>
      <PadList rows={rows} priced={priced} onRows={onRows} />
    </section>
  );
}
