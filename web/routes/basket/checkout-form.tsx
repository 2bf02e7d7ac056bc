import { asPriced, inUnits } from '#contract/buying/units.ts';
import { type ComponentProps, useState } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import { buyerOfOrder, registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { addressesOfOrder, AS_TEXT, bookedAs, type OrderForm } from '#web/addresses/order-form.ts';
import { WhereItGoes } from '#web/addresses/where-it-goes.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { useSource } from '#web/api/use-source.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import type { PricedOrder, Destination } from '#web/basket/use-priced.ts';
import { AT_ONCE, leavingOfOrder, WhenItLeaves } from '#web/basket/when-it-leaves.tsx';
import { ApprovalHint } from '#web/companies/approval-hint.tsx';
import { CostCentreField } from '#web/companies/cost-centre-field.tsx';
import { type CompanyChoices, useCompanyChoices } from '#web/companies/company-choices.ts';
import { PayField } from '#web/companies/pay-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderButton } from '#web/forms/order-button.tsx';
import { OrderTerms } from '#web/forms/order-terms.tsx';
import { showIssues, withNewPrice } from '#web/forms/server-issues.ts';
import { useOrderForm } from '#web/basket/use-order-form.ts';
import { type PlacedOrder, usePlaceOrder } from '#web/queries/buying/place-order.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { registerSays } from '#web/queries/office/vat-number.ts';
import { orderBookOf } from '#web/queries/buying/order-book.ts';
import { type AddressInput, saveAddress } from '#web/queries/people/addresses.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';
import { dropDraft, useCheckoutDraft } from './checkout-draft.ts';
import { UnlessTooSmall } from './unless-too-small.tsx';

interface Props {
  user: SessionUser;
  priced: Priced | null;
  /** What is agreed to, once nothing is asked any more. */
  whenPriced: () => Promise<PricedOrder>;
  destination: Destination;
  onDestination: (change: Destination) => void;
  /** The VAT number was left: the tax may depend on it. */
  onVatId: (vatId: string) => void;
  /** What is wrong with the VAT number that the prices were asked for. */
  vatProblem: string | null;
  /** The shop refused lines: what it said, by tool. */
  onRefusedLines: (refusals: Record<string, string>) => void;
  /** The shop says another price: it is asked for again. */
  onOtherPrice: () => void;
  onPlaced: (placed: PlacedOrder) => void;
}

/** Who buys, where it goes and where the invoice goes, and the one button. What was typed stays in this tab until the order is placed. */
export default function CheckoutForm(props: Props) {
  const { user, priced, whenPriced, destination, onDestination, onVatId, vatProblem, onRefusedLines } = props;
  const ownCountry = useSource(shopFront)?.company.country ?? '';
  const placeOrder = usePlaceOrder('basket');
  const choices = useCompanyChoices();
  const { company } = choices;
  const book = useSource(orderBookOf(user, company?.id ?? null));
  const price = priced?.price ?? null;
  const begins = { user, book, companyId: company?.id ?? null, priced, onDestination, onVatId };
  const { form, isBegun, start } = useCheckoutDraft(begins);
  const { errors } = form.formState;
  const [vatHint, setVatHint] = useState<string>();
  const [leaving, setLeaving] = useState(AT_ONCE);
  /** The register first: where the shop asks for proof, the price follows what it said. */
  const onVatTyped = async (vatId: string) => {
    setVatHint(vatId === '' ? undefined : say('Checking the VAT number…'));
    if (vatId !== '') setVatHint(await registerSays(vatId));
    onVatId(vatId);
  };
  const fields = registerBuyer(
    (field, rules) => form.register(field, rules),
    (vatId) => void onVatTyped(vatId),
  );

  const place = async (typed: OrderForm, { lines, where, priced }: PricedOrder) => {
    if (priced === null || priced.lines.some(({ problem }) => problem !== null)) {
      form.setError('root', {
        message: say('Some lines cannot be ordered as they are. Each of them says what to do.'),
      });
      // As the first wrong field of the form would be; the lines stand above it, out of sight.
      document.querySelector<HTMLElement>('td [aria-invalid]')?.focus();
      return;
    }
    const { name, company: written, phone, keep } = typed;
    try {
      const placed = await placeOrder({
        ...buyerOfOrder(typed),
        ...addressesOfOrder(typed, where.country ?? ownCountry),
        email: user.email,
        lines: asPriced(lines, priced.lines).map(inUnits),
        ...where,
        ...(priced.price === null ? {} : { price: priced.price }),
        ...choices.ofOrder,
        ...leavingOfOrder(leaving),
        emptyBasket: true,
        // The order takes its lines out of the basket; after a refusal or a lost answer the shop knows what lies there.
      }).finally(() => tabBasket().refresh());
      dropDraft();
      const deliveryAddress = { ...typed.deliveryAddress, country: where.country ?? ownCountry };
      const isNew = typed.deliverTo !== AS_TEXT && !bookedAs({ deliveryAddress }, book ?? []);
      if (keep && isNew && !placed.isEarlier)
        await keepAddress({
          name,
          company: written,
          phone,
          vatId: company ? '' : typed.vatId.trim(),
          ...deliveryAddress,
        });
      props.onPlaced(placed);
    } catch (error) {
      const refusals = refusedLines(error, lines);
      onRefusedLines(refusals);
      const count = Object.keys(refusals).length;
      if (count > 0) {
        form.setError('root', {
          message: say(
            '{count, plural, one {One line} other {# lines}} can no longer be ordered. What to do is shown there; everything else is kept.',
            { count },
          ),
        });
      } else {
        if (error instanceof ApiError && error.code === 'PRICE_MISMATCH') props.onOtherPrice();
        showIssues(form, withNewPrice(error, otherPrices));
      }
    }
  };
  const settle = (typed: OrderForm) => {
    onRefusedLines({});
    onVatId(typed.vatId.trim());
  };
  const { stage, onSubmit } = useOrderForm(form, {
    shown: price,
    settle,
    whenPriced,
    sumOf: (_typed, agreed) => agreed.priced?.price ?? null,
    place,
    isBegun: isBegun && choices.isKnown,
  });

  return (
    <form noValidate onSubmit={onSubmit} aria-label={say('Purchase')}>
      <WhoBuys fields={fields} errors={errors} whose={say('Your')} />
      {company && <CompanysPart user={user} company={company} price={price} choices={choices} last={start?.last} />}
      <WhereItGoes
        form={form}
        book={book ?? []}
        country={destination.country ?? ownCountry}
        company={company}
        mayKeep
        destination={destination}
        priced={priced}
        goTo={onDestination}
        onVatId={company ? undefined : onVatId}
      />
      <VatAndNote fields={fields} errors={errors} vatProblem={vatProblem} vatHint={vatHint} company={start?.company} />
      <WhenItLeaves priced={priced} value={leaving} onChange={setLeaving} />
      {company && <ApprovalHint user={user} company={company} price={price} costCentre={choices.costCentre} />}
      <FormProblem message={errors.root?.message} />
      <PlaceIt priced={priced} stage={stage} />
    </form>
  );
}

function otherPrices(price: number): string {
  return say('Prices have changed: this order now costs {price}. Check the lines, then purchase again to agree.', {
    price: money(price),
  });
}

function PlaceIt({ priced, stage }: Pick<Props, 'priced'> & Pick<ComponentProps<typeof OrderButton>, 'stage'>) {
  return (
    <UnlessTooSmall priced={priced}>
      <OrderTerms />
      <OrderButton stage={stage} className="btn btn-accent btn-lg btn-block mt-4">
        {say('Purchase')}
      </OrderButton>
    </UnlessTooSmall>
  );
}

interface CompanysProps {
  user: SessionUser;
  company: BuyingFor;
  price: number | null;
  choices: CompanyChoices;
  /** Its newest order, once it is known. */
  last: Order | null | undefined;
}

/** How a company pays, and which of its cost centres. */
function CompanysPart({ user, company, price, choices, last }: CompanysProps) {
  const { pay, setPay, costCentre, setCostCentre } = choices;
  return (
    <>
      <PayField user={user} company={company} price={price} value={pay} last={last} onChange={setPay} />
      <CostCentreField user={user} company={company} value={costCentre} onChange={setCostCentre} />
    </>
  );
}

/** The order is placed, whatever comes of this. */
async function keepAddress(address: AddressInput): Promise<void> {
  try {
    await saveAddress(address);
  } catch (error) {
    toast.error(
      say('The order is placed, but its address could not be saved: {why}', {
        why: error instanceof Error ? error.message : '',
      }),
    );
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
