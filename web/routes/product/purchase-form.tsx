import { type PackedLine, packOf } from '#contract/buying/units.ts';
import { lazy, Suspense, useState } from 'react';
import { type FieldError, useWatch } from 'react-hook-form';
import type { Order } from '#contract/buying/orders.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { buyerOfOrder, NO_BUYER, registerBuyer } from '#web/addresses/buyer-fields.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { AskForQuote } from '#web/quotes/ask-for-quote.tsx';
import { LinePromises } from '#web/basket/line-promises.tsx';
import { Promised } from '#web/basket/promised.tsx';
import { useDestination } from '#web/basket/use-destination.ts';
import { type PricedOrder, type Destination, usePriced } from '#web/basket/use-priced.ts';
import { type CompanyChoices, useCompanyChoices } from '#web/companies/company-choices.ts';
import { ApprovalHint, PayField } from '#web/companies/for-members.ts';
import { earlierWords, usePlaceOrder } from '#web/queries/buying/place-order.ts';
import { profileOf } from '#web/queries/people/profile.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderButton } from '#web/forms/order-button.tsx';
import { OrderTerms } from '#web/forms/order-terms.tsx';
import { issueAt, showIssues, withNewPrice } from '#web/forms/server-issues.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useOrderForm } from '#web/basket/use-order-form.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';
import { perUnit } from '#web/shell/price-words.ts';
import { AddThisToOrder } from './add-this-to-order.tsx';
import { countedIn, type Purchase } from './purchase-values.ts';
import { PurchaseSums } from './purchase-sums.tsx';
import { QuantityField } from './quantity-field.tsx';
import { Recipient } from './recipient.tsx';
import { goodsPrice, unitPriceOf } from './tool-price.ts';
import { usePurchaseAddresses } from './use-purchase-addresses.ts';
import { isOrderable, quantityProblem } from './valid-quantity.ts';

/** What is shown of an order once it is made. */
const OrderAdded = lazy(async () => ({ default: (await import('./order-added.tsx')).OrderAdded }));
const Alternatives = lazy(async () => ({ default: (await import('./alternatives.tsx')).Alternatives }));
const StockAlertButton = lazy(async () => ({ default: (await import('./stock-alert.tsx')).StockAlertButton }));

const FIELD_OF = {
  PRICE_MISMATCH: 'price',
  OUT_OF_STOCK: 'quantity',
  BELOW_MINIMUM: 'quantity',
  NOT_A_MULTIPLE: 'quantity',
  ORDER_TOO_LARGE: 'quantity',
} as const;

interface Props {
  tool: Tool;
  priceClass: string;
  user: SessionUser;
}

/** Orders the tool (spec §2, §4). What the profile knows is filled in, what was typed stays whatever happens. */
export function PurchaseForm({ tool, priceClass, user }: Props) {
  const profile = useSource(profileOf(user));
  const placeOrder = usePlaceOrder(`tool ${tool._id}`);
  const [added, setAdded] = useState<Order | null>(null);
  const empty = emptyPurchase(tool, user);
  const form = useForm<Purchase>({
    defaultValues: empty,
    ...(profile ? { values: { ...empty, ...profile, name: profile.name || user.displayName } } : {}),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors } = form.formState;
  const [typed, unit] = useWatch({ control: form.control, name: ['quantity', 'unit'] });
  const { pack, holds, terms } = countedIn(tool, unit);
  const quantity = typed * holds;
  const { destination, goTo, taxFor } = useDestination();
  const isRight = quantityProblem(typed, terms) === undefined;
  const line = isRight ? { toolId: tool._id, quantity, ...(pack && { pack }) } : null;
  const total = useTotal(tool, line, destination);
  const price = total.of(quantity, total.priced);
  const choices = useCompanyChoices();
  const { company, isKnown } = choices;
  const addresses = usePurchaseAddresses({ form, isForCompany: company !== null, goTo, taxFor });
  const fields = registerBuyer((field, rules) => form.register(field, rules), taxFor);
  const place = async (typed: Purchase, { priced, where }: PricedOrder) => {
    const wanted = countedIn(tool, typed.unit);
    try {
      const { order, isEarlier } = await placeOrder({
        ...buyerOfOrder(typed),
        ...addresses.ofOrder(typed.address),
        ...where,
        email: user.email,
        ...choices.ofOrder,
        price: total.of(typed.quantity * wanted.holds, priced),
        ...linesOfOrder(tool, typed),
      });
      setAdded(order);
      if (isEarlier) return form.setError('root', { message: earlierWords(order) });
      form.resetField('quantity', { defaultValue: wanted.terms.minOrderQuantity });
      toast.success(say('New Order Added'));
    } catch (error) {
      total.again();
      const said = withNewPrice(error, (price) => {
        return say('The price has changed: this order now costs {price}. Purchase again to agree.', {
          price: money(price),
        });
      });
      showIssues(form, said, FIELD_OF);
    }
  };
  const settle = ({ vatId }: Purchase) => {
    setAdded(null);
    taxFor(vatId.trim());
  };
  const { stage, onSubmit } = useOrderForm(form, {
    shown: isRight ? price : null,
    settle,
    whenPriced: total.whenPriced,
    sumOf: ({ quantity: count, unit: code }, { priced }) => total.of(count * countedIn(tool, code).holds, priced),
    place,
    fieldOf: FIELD_OF,
    isBegun: isKnown && profile !== undefined && addresses.hasBegun,
  });

  if (!isOrderable(tool)) return <TooFewLeft tool={tool} user={user} added={added} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The price is no field that validation would clear by itself.
        form.clearErrors('price');
        onSubmit(event);
      }}
    >
      <div className="purchase-foot">
        <QuantityField form={form} tool={tool} />
        <PurchaseSums
          goods={isRight ? goodsPrice(tool, quantity) : null}
          total={price}
          priced={total.priced}
          className={priceClass}
        />
        <LinePromises line={isRight ? total.priced?.lines[0] : undefined} className="mt-1 font-medium" />
        <Promised priced={total.priced} className="purchase-promise mt-1" />
        <AddThisToOrder form={form} tool={tool} />
      </div>
      <Recipient
        user={user}
        profile={profile}
        form={form}
        fields={fields}
        addresses={addresses}
        choices={choices}
        destination={destination}
        goTo={goTo}
        priced={total.priced}
        vatProblem={issueAt(total.error, 'vatId')}
      />
      <TextField label={say('Tool')} readOnly value={tool.name} />
      <UnitPrice tool={tool} quantity={quantity || 0} error={errors.price} priceClass={priceClass} />
      <ForCompany user={user} choices={choices} price={price} />
      <FormProblem message={errors.root?.message} />
      <OrderTerms />
      {/* What was just ordered is not pressed again by a hand that is still there. */}
      <OrderButton
        stage={stage}
        className={`purchase-button btn btn-lg btn-block mt-4 ${added ? 'btn-outline' : 'btn-accent'}`}
      >
        {say('Purchase')}
      </OrderButton>
      <Suspense>{added && <OrderAdded order={added} />}</Suspense>
      <AskForQuote
        lines={() => [line ?? { toolId: tool._id, quantity: tool.minOrderQuantity }]}
        className="btn btn-ghost btn-block mt-2"
      />
    </form>
  );
}

/** What a form begins with that nothing is known of yet. */
function emptyPurchase({ minOrderQuantity: quantity }: Tool, { displayName: name }: SessionUser): Purchase {
  return { ...NO_BUYER, name, address: '', quantity, unit: '', price: '' };
}

/** What is ordered, as a call says it: a pack in a line of its own. */
function linesOfOrder({ _id: toolId, name: tool, packs }: Tool, { quantity, unit }: Purchase) {
  const pack = packOf(packs, unit === '' ? null : unit);
  return pack ? { lines: [{ toolId, quantity, unit: pack.code }] } : { tool, toolId, quantity };
}

interface UnitPriceProps extends Pick<Props, 'tool' | 'priceClass'> {
  /** Pieces. */
  quantity: number;
  error: FieldError | undefined;
}

/** Read only; a changed price is told at it. */
function UnitPrice({ tool, quantity, error, priceClass }: UnitPriceProps) {
  return (
    <TextField
      label={say('Price {perUnit}', { perUnit: perUnit(tool.priceUnit) })}
      readOnly
      value={money(unitPriceOf(tool, quantity))}
      error={error}
      className={`text-right tabular-nums ${priceClass}`}
    />
  );
}

/** How a company pays, and who may have to approve; nothing for those who buy for themselves. */
function ForCompany({ user, choices, price }: { user: SessionUser; choices: CompanyChoices; price: number }) {
  const { company, pay, setPay, costCentre } = choices;
  if (!company) return null;
  return (
    <Suspense>
      <PayField user={user} company={company} price={price} value={pay} onChange={setPay} />
      <ApprovalHint user={user} company={company} price={price} costCentre={costCentre} />
    </Suspense>
  );
}

/** @param added what was just ordered here, which may have used up the stock */
function TooFewLeft({ tool, user, added }: Omit<Props, 'priceClass'> & { added: Order | null }) {
  return (
    <>
      <Suspense>{added && <OrderAdded order={added} />}</Suspense>
      <p role="status" className="alert alert-warning">
        {say('Stock is below the minimum order. This tool cannot be ordered until we have made more.')}
      </p>
      <Suspense>
        <StockAlertButton tool={tool} user={user} />
        <Alternatives tool={tool} />
      </Suspense>
    </>
  );
}

/**
 * What the order comes to: goods, counted here, and with freight and tax as soon as the shop has said so.
 * Where the shop priced the goods otherwise than this page shows them, what the page shows is what the buyer agrees to.
 */
function useTotal(tool: Tool, line: PackedLine | null, where: Destination) {
  const { priced, again, whenPriced, error } = usePriced(line ? [line] : [], where);
  const of = (wanted: number, priced: Priced | null) => {
    const goods = goodsPrice(tool, wanted);
    const [line] = priced?.lines ?? [];
    const isThis = line?.quantity === wanted && priced?.goods === goods;
    return isThis ? (priced.price ?? goods) : goods;
  };
  return { of, again, whenPriced, priced, error };
}
