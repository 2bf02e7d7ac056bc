import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addressLines, addressParts } from '#contract/people/address-lines.ts';
import type { Address } from '#contract/people/addresses.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { buyerOfOrder, NO_BUYER, registerBuyer, VatAndNote, WhoBuys } from '#web/addresses/buyer-fields.tsx';
import { bookedAs } from '#web/addresses/order-form.ts';
import { AskForQuote } from '#web/quotes/ask-for-quote.tsx';
import { Promised } from '#web/basket/promised.tsx';
import { type Agreed, type Destination, usePriced } from '#web/basket/use-priced.ts';
import { ApprovalHint } from '#web/firms/approval-hint.tsx';
import { PayField } from '#web/firms/pay-field.tsx';
import { CostCentreField } from '#web/firms/cost-centre-field.tsx';
import { usePlaceOrder } from '#web/queries/buying/place-order.ts';
import { profileOf } from '#web/queries/people/profile.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { useSource } from '#web/api/use-source.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { OrderButton, useOrderStage } from '#web/forms/order-button.tsx';
import { issueAt, showIssues, withNewPrice } from '#web/forms/server-issues.ts';
import { required } from '#web/forms/required.ts';
import { TextField } from '#web/forms/text-field.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { Alternatives } from './alternatives.tsx';
import { AddThisToOrder } from './add-this-to-order.tsx';
import { OrderAdded } from './order-added.tsx';
import type { Purchase } from './purchase-values.ts';
import { PurchaseSums } from './purchase-sums.tsx';
import { QuantityField } from './quantity-field.tsx';
import { StockAlertButton } from './stock-alert.tsx';
import { goodsPrice, pricePerPiece } from './tool-price.ts';
import { isOrderable, quantityProblem } from './valid-quantity.ts';

const FIELD_OF = {
  PRICE_MISMATCH: 'price',
  OUT_OF_STOCK: 'quantity',
  BELOW_MINIMUM: 'quantity',
  NOT_A_MULTIPLE: 'quantity',
  ORDER_TOO_LARGE: 'quantity',
} as const;

/** What is chosen from the address book beside what the form itself says. */
const PurchaseAddresses = lazy(() => import('./purchase-addresses.tsx'));

/** Orders the tool (spec §2, §4). What the profile knows is filled in, what was typed stays whatever happens. */
export function PurchaseForm({ tool, priceClass, user }: { tool: Tool; priceClass: string; user: SessionUser }) {
  const profile = useSource(useMemo(() => profileOf(user), [user]));
  const placeOrder = usePlaceOrder();
  const front = useSource(shopFront);
  const firm = useBuyingFor();
  const [added, setAdded] = useState<Order | null>(null);
  const form = useForm<Purchase>({
    defaultValues: { ...NO_BUYER, name: user.displayName, address: '', quantity: tool.minOrderQuantity, price: '' },
    ...(profile
      ? {
          values: {
            ...NO_BUYER,
            ...profile,
            name: profile.name || user.displayName,
            quantity: tool.minOrderQuantity,
            price: '',
          },
        }
      : {}),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { errors } = form.formState;
  const { stage, go } = useOrderStage();
  const quantity = useWatch({ control: form.control, name: 'quantity' });
  const [delivery, setDelivery] = useState<Address | null>(null);
  const [invoice, setInvoice] = useState<Address | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [way, setWay] = useState<string | null>(null);
  const [vatId, setVatId] = useState('');
  const [costCentre, setCostCentre] = useState('');
  /** The firm that is to owe it. */
  const [owedBy, setOwedBy] = useState<string | null>(null);
  const country = delivery?.country ?? written;
  const total = useTotal(tool, quantity, {
    ...(country === null ? {} : { country }),
    ...(way === null ? {} : { delivery: way }),
    ...(vatId === '' ? {} : { vatId }),
  });
  const fields = registerBuyer((field, rules) => form.register(field, rules), setVatId);
  const begun = useRef(false);
  const goTo = useCallback((to: string) => {
    setWritten(to);
    // Another country has other ways of delivery.
    setWay(null);
  }, []);
  const deliverTo = useCallback(
    (address: Address | null) => {
      setDelivery(address);
      if (!address) return;
      const { name, phone, company } = address;
      // The text stays where another choice is made afterwards, and so does where it is.
      goTo(address.country);
      for (const [field, value] of Object.entries({ name, phone, company, address: inOneText(address) }))
        form.setValue(field as 'name' | 'phone' | 'company' | 'address', value, {
          shouldDirty: true,
          shouldValidate: true,
        });
    },
    [form, goTo],
  );
  const begin = useCallback(
    (book: readonly Address[], last: Order | null) => {
      if (begun.current) return;
      begun.current = true;
      const own = book.find(({ isDefault }) => isDefault) ?? (last && bookedAs(last, book)) ?? undefined;
      const billed = book.find(({ isInvoiceDefault }) => isInvoiceDefault);
      const { name, phone, address, vatId } = form.formState.dirtyFields;
      if (own && !name && !phone && !address) deliverTo(own);
      if (billed && billed !== own) setInvoice(billed);
      if (!last) return;
      if (!own && !name && !phone && !address) goTo(last.country);
      const { dirtyFields } = form.formState;
      for (const field of ['company', 'name', 'phone', 'address', 'vatId'] as const) {
        // What is a firm's comes from the firm.
        if (firm && (field === 'company' || field === 'vatId')) continue;
        if (!dirtyFields[field] && last[field] !== '') form.setValue(field, last[field], { shouldDirty: true });
      }
      if (!vatId && !firm) setVatId(last.vatId);
    },
    [form, deliverTo, goTo, firm],
  );
  // On telephones, what the profile knows needs no room; what is wrong with it does.
  const [folding, setFolding] = useState(() => window.matchMedia('(width < 48rem)').matches);
  const known = delivery ? { ...delivery, address: inOneText(delivery) } : profile;
  const isFilled = known !== undefined && known.name !== '' && known.address !== '' && known.phone !== '';
  const isRight = quantityProblem(quantity, tool) === undefined;
  const folded = folding && isFilled && !errors.name && !errors.address && !errors.phone;

  const place = async (typed: Purchase, { priced, where }: Agreed) => {
    const { address, quantity } = typed;
    try {
      const order = await placeOrder({
        ...buyerOfOrder(typed),
        ...(delivery && address === inOneText(delivery) ? { deliveryAddress: addressParts(delivery) } : { address }),
        ...where,
        ...(invoice
          ? { invoiceAddress: { name: invoice.name, company: invoice.company, ...addressParts(invoice) } }
          : {}),
        email: user.email,
        ...(firm && owedBy === firm.id ? { pay: 'account' as const } : {}),
        ...(firm && costCentre !== '' ? { costCentre } : {}),
        tool: tool.name,
        toolId: tool._id,
        price: total.of(quantity, priced),
        quantity,
      });
      setAdded(order);
      form.resetField('quantity', { defaultValue: tool.minOrderQuantity });
      toast.success('New Order Added');
    } catch (error) {
      total.again();
      const said = withNewPrice(error, (price) => {
        return `The price has changed: this order now costs ${money(price)}. Purchase again to agree.`;
      });
      showIssues(form, said, FIELD_OF);
    }
  };
  const submit = form.handleSubmit(async (typed) => {
    setAdded(null);
    try {
      await go(
        () => setVatId(typed.vatId.trim()),
        total.whenPriced,
        (agreed) => place(typed, agreed),
      );
    } catch (error) {
      showIssues(form, error, FIELD_OF);
    }
  });

  if (!isOrderable(tool)) {
    return (
      <>
        {added && <OrderAdded order={added} />}
        <p role="status" className="alert alert-warning">
          There is less in stock than the minimum order. This tool cannot be ordered until we have made more.
        </p>
        <StockAlertButton tool={tool} user={user} />
        <Alternatives tool={tool} />
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
      <div className="purchase-foot">
        <QuantityField form={form} tool={tool} />
        <PurchaseSums
          goods={isRight ? goodsPrice(tool, quantity) : null}
          total={total.of(quantity, total.priced)}
          priced={total.priced}
          className={priceClass}
        />
        <Promised priced={total.priced} className="purchase-promise mt-1" />
        <AddThisToOrder form={form} tool={tool} />
      </div>
      {folded && (
        <p className="mb-2 flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 break-words">
            Deliver to {known?.name}, {known?.address}, {known?.phone}
          </span>
          <button type="button" className="btn btn-sm min-h-11" onClick={() => setFolding(false)}>
            Change
          </button>
        </p>
      )}
      <div hidden={folded} className="mt-4">
        <Suspense fallback={<div className="purchase-choices" />}>
          <PurchaseAddresses
            user={user}
            delivery={delivery}
            invoice={invoice}
            begin={{
              name: profile?.name || user.displayName,
              phone: profile?.phone ?? '',
              country: front?.company.country ?? '',
            }}
            country={written ?? front?.company.country ?? ''}
            countries={front?.countries ?? ['*']}
            priced={total.priced}
            onDelivery={deliverTo}
            onInvoice={setInvoice}
            onCountry={goTo}
            onWay={setWay}
            onBook={begin}
          />
        </Suspense>
        <WhoBuys fields={fields} errors={errors} whose="Your" />
        {firm && <CostCentreField user={user} firm={firm} value={costCentre} onChange={setCostCentre} />}
        <TextField label="Email" type="email" readOnly value={user.email} />
        <TextField
          label="Address"
          autoComplete="address-line1"
          required
          error={errors.address}
          {...form.register('address', { validate: required('Address') })}
        />
        <VatAndNote fields={fields} errors={errors} vatProblem={issueAt(total.error, 'vatId')} />
      </div>
      <TextField label="Tool" readOnly value={tool.name} />
      <TextField
        label="Price per piece"
        readOnly
        value={money(pricePerPiece(tool, quantity || 0))}
        error={errors.price}
        className={`text-right tabular-nums ${priceClass}`}
      />
      {firm && (
        <PayField
          user={user}
          firm={firm}
          price={total.of(quantity, total.priced)}
          value={owedBy === firm.id ? 'account' : 'first'}
          onChange={(pay) => setOwedBy(pay === 'account' ? firm.id : null)}
        />
      )}
      {firm && (
        <ApprovalHint user={user} firm={firm} price={total.of(quantity, total.priced)} costCentre={costCentre} />
      )}
      <FormProblem message={errors.root?.message} />
      {/* What was just ordered is not pressed again by a hand that is still there. */}
      <OrderButton
        stage={stage}
        className={`purchase-button btn btn-lg btn-block mt-4 ${added ? 'btn-outline' : 'btn-accent'}`}
      >
        Purchase
      </OrderButton>
      {added && <OrderAdded order={added} />}
      <AskForQuote
        lines={() => [{ toolId: tool._id, quantity: isRight ? quantity : tool.minOrderQuantity }]}
        className="btn btn-ghost btn-block mt-2"
      />
    </form>
  );
}

/**
 * What the order comes to: goods, counted here, and with freight and tax as soon as the shop has said so.
 * Where the shop priced the goods otherwise than this page shows them, what the page shows is what the buyer agrees to.
 */
function useTotal(tool: Tool, quantity: number, where: Destination) {
  const lines = quantityProblem(quantity, tool) === undefined ? [{ toolId: tool._id, quantity }] : [];
  const { priced, again, whenPriced, error } = usePriced(lines, where);
  const of = (wanted: number, priced: Priced | null) => {
    const goods = goodsPrice(tool, wanted);
    const [line] = priced?.lines ?? [];
    const isThis = line?.quantity === wanted && priced?.goods === goods;
    return isThis ? (priced.price ?? goods) : goods;
  };
  return { of, again, whenPriced, priced, error };
}

/** An address in the one field of this form. */
function inOneText(address: Address): string {
  return addressLines(address).join(', ');
}
