import { useEffect, useMemo, useRef, useState } from 'react';
import { registerSays } from '#web/queries/office/vat-number.ts';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import { buyerOfOrder, registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { DeliverTo, takeDefaults, takeLast } from '#web/addresses/order-addresses.tsx';
import {
  addressesOfOrder,
  AS_TEXT,
  bookedAs,
  EMPTY_ORDER_FORM,
  fromDraft,
  type OrderForm,
  TYPED,
} from '#web/addresses/order-form.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSource } from '#web/api/use-source.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import type { Agreed, Destination } from '#web/basket/use-priced.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { PayField } from '#web/firms/pay-field.tsx';
import { ApprovalHint } from '#web/firms/approval-hint.tsx';
import { CostCentreField } from '#web/firms/cost-centre-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderButton, useOrderStage } from '#web/forms/order-button.tsx';
import { showIssues, withNewPrice } from '#web/forms/server-issues.ts';
import { lastOrderOf } from '#web/queries/buying/last-order.ts';
import { addressBookOf, type AddressInput, saveAddress } from '#web/queries/people/addresses.ts';
import { usePlaceOrder } from '#web/queries/buying/place-order.ts';
import { profileOf } from '#web/queries/people/profile.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { DeliveryFields } from './delivery-fields.tsx';

interface Props {
  user: SessionUser;
  priced: Priced | null;
  /** What is agreed to, once nothing is asked any more. */
  whenPriced: () => Promise<Agreed>;
  destination: Destination;
  onDestination: (change: Destination) => void;
  /** The VAT number was left: the tax may depend on it. */
  onVatId: (vatId: string) => void;
  /** What is wrong with the VAT number that the prices were asked for. */
  vatProblem: string | null;
  /** The shop refused lines: what it said, by tool. */
  onRefusedLines: (refusals: Record<string, string>) => void;
  onPlaced: (order: Order) => void;
}

const DRAFT_KEY = 'tradebench.checkout';

/** Who buys, where it goes and where the invoice goes, and the one button. What was typed stays in this tab until the order is placed. */
export default function CheckoutForm(props: Props) {
  const { user, priced, whenPriced, destination, onDestination, onVatId, vatProblem, onRefusedLines, onPlaced } = props;
  const profile = useSource(useMemo(() => profileOf(user), [user]));
  const book = useSource(useMemo(() => addressBookOf(user), [user]));
  const last = useSource(useMemo(() => lastOrderOf(user), [user]));
  const firm = useBuyingFor();
  const ownCountry = useSource(shopFront)?.company.country ?? '';
  const country = destination.country ?? ownCountry;
  const placeOrder = usePlaceOrder();
  const [draft] = useState(readDraft);
  const [vatHint, setVatHint] = useState<string>();
  const form = useForm<OrderForm>({
    defaultValues: { ...draft, name: draft.name || user.displayName },
  });
  const begun = useRef(isBegun(draft));
  useEffect(() => {
    if (draft.vatId) onVatId(draft.vatId.trim());
    if (draft.country) onDestination({ country: draft.country });
  }, [draft, onVatId, onDestination]);
  useEffect(() => {
    if (!profile || !book || last === undefined || begun.current) return;
    // Once: what is chosen afterwards stays, also when the book is read anew.
    begun.current = true;
    const begins = takeDefaults(form, book) ?? (last && takeLast(form, last, book));
    // What is a firm's comes from the firm.
    for (const field of firm ? (['phone'] as const) : (['company', 'phone', 'vatId'] as const)) {
      if (last && form.getValues(field) === '') form.setValue(field, last[field]);
    }
    onVatId(form.getValues('vatId').trim());
    if (begins !== null) return onDestination({ country: begins });
    if (profile.address === '' || form.getValues('deliverTo') !== TYPED) return;
    form.setValue('deliverTo', AS_TEXT);
    form.setValue('address', profile.address);
  }, [profile, book, last, firm, form, onDestination, onVatId]);
  useLastWay(last?.delivery, priced, onDestination);
  useEffect(() => {
    if (!profile) return;
    for (const field of ['name', 'phone'] as const) {
      if (form.getValues(field) === '' && profile[field] !== '') form.setValue(field, profile[field]);
    }
  }, [profile, form]);
  useKeptDraft(form);
  const { errors } = form.formState;
  const { stage, go } = useOrderStage();
  /** The register first: where the shop asks for proof, the price follows what it said. */
  const onVatTyped = async (vatId: string) => {
    setVatHint(vatId === '' ? undefined : 'Asking the register of VAT numbers…');
    if (vatId !== '') setVatHint(await registerSays(vatId));
    onVatId(vatId);
  };
  const fields = registerBuyer(
    (field, rules) => form.register(field, rules),
    (vatId) => void onVatTyped(vatId),
  );
  const [costCentre, setCostCentre] = useState('');
  /** The firm that is to owe it. */
  const [owedBy, setOwedBy] = useState<string | null>(null);

  const place = async (typed: OrderForm, { lines, where, priced }: Agreed) => {
    if (priced === null || priced.lines.some(({ problem }) => problem !== null)) {
      form.setError('root', {
        message: 'Some lines cannot be ordered as they are. What to do stands at each of them.',
      });
      return;
    }
    const { name, company, phone, keep } = typed;
    try {
      const order = await placeOrder({
        ...buyerOfOrder(typed),
        ...addressesOfOrder(typed, where.country ?? ownCountry),
        email: user.email,
        lines: [...lines],
        ...where,
        ...(priced.price === null ? {} : { price: priced.price }),
        ...(firm && owedBy === firm.id ? { pay: 'account' as const } : {}),
        ...(firm && costCentre !== '' ? { costCentre } : {}),
        emptyBasket: true,
        // The order takes its lines out of the basket; after a refusal or a lost answer the shop knows what lies there.
      }).finally(() => tabBasket().refresh());
      window.sessionStorage.removeItem(DRAFT_KEY);
      const deliveryAddress = { ...typed.deliveryAddress, country: where.country ?? ownCountry };
      const isNew = typed.deliverTo !== AS_TEXT && !bookedAs({ deliveryAddress }, book ?? []);
      if (keep && isNew) await keepAddress({ name, company, phone, ...deliveryAddress });
      onPlaced(order);
    } catch (error) {
      const refusals = refusedLines(error, lines);
      onRefusedLines(refusals);
      if (Object.keys(refusals).length > 0) {
        const count = Object.keys(refusals).length;
        form.setError('root', {
          message: `${count === 1 ? 'One line' : `${count} lines`} cannot be ordered any more. What to do stands there; everything else is kept.`,
        });
      } else {
        const said = withNewPrice(error, (price) => {
          return `Prices have changed: this order now costs ${money(price)}. Look at the lines, then purchase again to agree.`;
        });
        showIssues(form, said);
      }
    }
  };
  const submit = form.handleSubmit(async (typed) => {
    onRefusedLines({});
    try {
      // The VAT number's field has not been left where Enter was pressed in it.
      await go(
        () => onVatId(typed.vatId.trim()),
        whenPriced,
        (agreed) => place(typed, agreed),
      );
    } catch (error) {
      showIssues(form, error);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Purchase">
      <WhoBuys fields={fields} errors={errors} whose="Your" />
      {firm && (
        <PayField
          user={user}
          firm={firm}
          price={priced?.price ?? null}
          value={owedBy === firm.id ? 'account' : 'first'}
          onChange={(pay) => setOwedBy(pay === 'account' ? firm.id : null)}
        />
      )}
      {firm && <CostCentreField user={user} firm={firm} value={costCentre} onChange={setCostCentre} />}
      <DeliverTo
        form={form}
        book={book ?? []}
        country={country}
        mayKeep
        onCountry={(chosen) => onDestination({ country: chosen })}
      >
        <DeliveryFields
          destination={destination}
          priced={priced}
          onChange={(change) => {
            if (change.country !== undefined) {
              form.setValue('country', change.country);
              // What was chosen from the book is in another country: it becomes one that is typed.
              if (form.getValues('deliverTo') !== AS_TEXT) form.setValue('deliverTo', TYPED);
            }
            onDestination(change);
          }}
        />
      </DeliverTo>
      <VatAndNote fields={fields} errors={errors} vatProblem={vatProblem} vatHint={vatHint} />
      {firm && <ApprovalHint user={user} firm={firm} price={priced?.price ?? null} costCentre={costCentre} />}
      <FormProblem message={errors.root?.message} />
      <OrderButton stage={stage} className="btn btn-accent btn-lg btn-block mt-4">
        Purchase
      </OrderButton>
    </form>
  );
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

/** Keeps what is typed in this tab. */
function useKeptDraft(form: UseFormReturn<OrderForm>): void {
  const values = useWatch({ control: form.control });
  useEffect(() => window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values)), [values]);
}

function readDraft(): OrderForm {
  try {
    return fromDraft(EMPTY_ORDER_FORM, JSON.parse(window.sessionStorage.getItem(DRAFT_KEY) ?? '{}'));
  } catch {
    return EMPTY_ORDER_FORM;
  }
}

/** Whether somebody has said in this tab already where it goes. */
function isBegun({ deliverTo, address, deliveryAddress }: OrderForm): boolean {
  return deliverTo !== TYPED || address !== '' || Object.values(deliveryAddress).some((part) => part !== '');
}

/** The order is placed, whatever comes of this. */
async function keepAddress(address: AddressInput): Promise<void> {
  try {
    await saveAddress(address);
  } catch (error) {
    toast.error(`The order is placed; its address could not be saved: ${error instanceof Error ? error.message : ''}`);
  }
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
