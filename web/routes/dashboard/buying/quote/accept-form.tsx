import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { countryName } from '#contract/in-country.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { buyerOfOrder, registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { takeStart } from '#web/addresses/begin-order.ts';
import { DeliverTo } from '#web/addresses/order-addresses.tsx';
import { addressesOfOrder, AS_TEXT, EMPTY_ORDER_FORM, type OrderForm } from '#web/addresses/order-form.ts';
import { ApiError } from '#web/api/api-error.ts';
import { within } from '#web/api/within.ts';
import { useSource } from '#web/api/use-source.ts';
import { ApprovalHint } from '#web/companies/approval-hint.tsx';
import { CostCentreField } from '#web/companies/cost-centre-field.tsx';
import { PayField } from '#web/companies/pay-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderTerms } from '#web/forms/order-terms.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { useForm } from '#web/forms/use-form.ts';
import { orderStartOf } from '#web/queries/buying/order-start.ts';
import { orderBookOf } from '#web/queries/buying/order-book.ts';
import { userChange } from '#web/queries/changes.ts';
import { mayBePlaced } from '#web/queries/buying/place-order.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { useUser } from '#web/session/signed-in.ts';
import { NOT_YET_KNOWN, useSubmitOnceKnown } from '#web/forms/submit-once-known.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { PromisesNow } from './promises-now.tsx';

/** How long the answer is waited for, in ms; what is not sent by then is not sent any more. */
const ANSWER_MS = 20_000;

const LOST =
  'We got no answer, so this offer may already be ordered. Press again once the shop answers: an offer is ordered once, however often it is accepted.';

/** Who gets it and where, begun as the last order was; then it is one tap. A refusal leaves the offer as it is. */
export function AcceptForm({ quote, offer }: { quote: Quote; offer: QuoteVersion }) {
  const user = useUser();
  const navigate = useNavigate();
  const companyId = quote.companyId ?? null;
  const book = useSource(orderBookOf(user, companyId));
  const start = useSource(orderStartOf(user, companyId));
  const ownCountry = useSource(shopFront)?.company.country ?? '';
  const form = useForm<OrderForm>({ defaultValues: { ...EMPTY_ORDER_FORM, name: user.displayName } });
  const chosen = useWatch({ control: form.control, name: 'country' });
  const setChosen = (code: string) => form.setValue('country', code);
  const [costCentre, setCostCentre] = useState('');
  const [pay, setPay] = useState<'first' | 'account'>('first');
  // What the buyer agrees to: the offer, or what the shop says that it comes to by now.
  const [price, setPrice] = useState(offer.price);
  const begun = useRef(false);
  useEffect(() => {
    if (!book || !start || begun.current) return;
    begun.current = true;
    takeStart(form, book, start, user.displayName);
  }, [book, start, form, user]);
  const country = quote.country ?? (chosen || ownCountry);
  const company = quote.companyId === undefined ? null : { id: quote.companyId, name: quote.company ?? '' };
  const { errors, isSubmitting } = form.formState;
  const fields = registerBuyer(
    (field, rules) => form.register(field, rules),
    () => {},
  );
  const accept = form.handleSubmit(async (typed) => {
    const { company: written, ...buyer } = buyerOfOrder(typed);
    try {
      const body = {
        ...buyer,
        ...(written === '' ? {} : { company: written }),
        ...addressesOfOrder(typed, country),
        version: offer.version,
        price,
        ...(typed.deliverTo === AS_TEXT ? { country } : {}),
        ...(costCentre === '' ? {} : { costCentre }),
        ...(company && pay === 'account' ? { pay } : {}),
      };
      const order = await within(ANSWER_MS, (signal) =>
        userChange('POST /quote/:id/accept', { params: { id: quote._id }, body, signal }),
      );
      toast.success(`${quote.number} is ordered`);
      if (order.state !== 'unpaid') return navigate(`/dashboard/orders/${order._id}`, { state: { justPlaced: true } });
      // The payment page's own policy comes with its document.
      window.location.assign(`/dashboard/payment/${order._id}`);
    } catch (error) {
      const now = error instanceof ApiError && error.code === 'PRICE_MISMATCH' ? error.number('price') : undefined;
      if (now !== undefined) setPrice(now);
      const lines = refusedLines(error, offer);
      if (lines.length > 0)
        form.setError('root', { message: `${lines.join(' ')} The offer stays as it is: please contact us.` });
      else if (mayBePlaced(error)) form.setError('root', { message: LOST });
      else showIssues(form, error);
    }
  });
  const { waits, onSubmit } = useSubmitOnceKnown({
    isKnown: book !== undefined && start !== undefined,
    seen: price,
    submit: () => accept(),
    onLate: () => form.setError('root', { message: NOT_YET_KNOWN }),
  });
  const isBusy = isSubmitting || waits;
  return (
    <section aria-label="Accept" className="border-base-300 bg-base-100 rounded-box border p-5">
      <h3 className="text-lg font-semibold">Accept this offer</h3>
      <form noValidate onSubmit={onSubmit} aria-label="Accept this offer">
        <WhoBuys fields={fields} errors={errors} whose="Your" />
        {company && <CostCentreField user={user} company={company} value={costCentre} onChange={setCostCentre} />}
        <DeliverTo
          form={form}
          book={book ?? []}
          country={country}
          company={company}
          mayKeep={false}
          onCountry={setChosen}
        >
          {quote.country === undefined ? (
            <CountrySelect value={country} onChange={({ target }) => setChosen(target.value)} />
          ) : (
            <p className="muted mt-2 text-sm">The offer is for delivery to {countryName(quote.country)}.</p>
          )}
        </DeliverTo>
        <VatAndNote fields={fields} errors={errors} vatProblem={null} company={start?.company} />
        {company && (
          <PayField user={user} company={company} price={price} value={pay} last={start?.last} onChange={setPay} />
        )}
        {company && <ApprovalHint user={user} company={company} price={price} costCentre={costCentre} />}
        <PromisesNow offer={offer} companyId={quote.companyId} />
        <FormProblem message={errors.root?.message} />
        <OrderTerms />
        <button className="btn btn-accent btn-lg btn-block mt-4" aria-disabled={isBusy || undefined}>
          {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Accept for {money(price)}</span>
        </button>
      </form>
    </section>
  );
}

/** What the shop says of single lines, each with its tool's name. */
function refusedLines(error: unknown, { lines }: QuoteVersion): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.issues.flatMap(({ path, message }) => {
    const line = lines[Number(/^lines\.(\d+)\b/.exec(path)?.[1] ?? Number.NaN)];
    return line ? [`${line.tool}: ${message}`] : [];
  });
}
