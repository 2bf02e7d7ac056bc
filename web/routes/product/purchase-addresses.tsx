import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Address } from '#contract/people/addresses.ts';
import type { Priced } from '#contract/buying/basket.ts';
import { inOneLine, defaultInvoiceAddress, optionsOf } from '#web/addresses/address-words.ts';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { useSource } from '#web/api/use-source.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { lastOrderOf } from '#web/queries/buying/last-order.ts';
import { orderBookOf } from '#web/queries/buying/order-book.ts';
import type { AddressInput } from '#web/queries/people/addresses.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import type { PurchaseAddresses as Addresses } from './use-purchase-addresses.ts';

interface PurchaseChoices {
  user: SessionUser;
  company: BuyingFor | null;
  addresses: Addresses;
  /** What a new address begins with. */
  begin: Partial<AddressInput>;
  /** Where the address that is written in the form is, and the countries that it may be in. */
  country: string;
  countries: readonly string[];
  /** What the order would cost, with the ways of delivery there. */
  priced: Priced | null;
  goTo: (change: Destination) => void;
}

/** With the contract's schemas, which ordering itself needs not. */
const AddressDialog = lazy(() => import('#web/addresses/address-dialog.tsx'));

const NONE = '';
const NEW = 'new';

/** Where the goods go and where the invoice goes, from the address book or typed in parts; it comes after the form itself. */
export default function PurchaseAddresses(props: PurchaseChoices) {
  const { user, company, addresses, begin, country, countries, priced, goTo } = props;
  const { delivery, invoice, deliverTo, setInvoice, begin: beginWith } = addresses;
  const companyId = company?.id ?? null;
  const book = useSource(orderBookOf(user, companyId));
  const [adding, setAdding] = useState<'delivery' | 'invoice' | null>(null);
  const last = useSource(lastOrderOf(user));
  useEffect(() => {
    if (book && last !== undefined) beginWith(book, last);
  }, [book, last, beginWith]);
  if (!book) return <div className="purchase-choices" />;
  const choose = (what: 'delivery' | 'invoice') => (to: string) => {
    if (to === NEW) return setAdding(what);
    const address = book.find(({ _id }) => _id === to) ?? null;
    (what === 'delivery' ? deliverTo : setInvoice)(address);
  };
  return (
    <div className="purchase-choices grid grid-cols-2 gap-x-4">
      <Choice
        label={say('Deliver to')}
        none={say('The address below')}
        book={book}
        chosen={delivery}
        onChoose={choose('delivery')}
      />
      <Choice
        label={say('Invoice to')}
        none={defaultInvoiceAddress(company)}
        book={book}
        chosen={invoice}
        onChoose={choose('invoice')}
      />
      {delivery === null && (
        // What is chosen here already stays, also where no way leads there any more.
        <CountrySelect
          among={[...countries, country]}
          value={country}
          onChange={({ target }) => goTo({ country: target.value })}
        />
      )}
      <WayOfDelivery priced={priced} goTo={goTo} />
      {/* A form within the form would be sent by the browser itself, with the address in the page's own. */}
      {adding &&
        createPortal(
          <Suspense fallback={null}>
            <AddressDialog
              once
              begin={begin}
              onSaved={adding === 'delivery' ? deliverTo : setInvoice}
              onClose={() => setAdding(null)}
            />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}

/** How it gets there, where there is a choice, and who pays customs duties. */
function WayOfDelivery({ priced, goTo }: Pick<PurchaseChoices, 'priced' | 'goTo'>) {
  const ways = priced?.deliveries ?? [];
  const duties = ways.find(({ id }) => id === priced?.delivery)?.duties;
  return (
    <>
      {ways.length > 1 && (
        <SelectField
          label={say('Delivery method')}
          options={ways.map(({ id, name, price }) => [id, `${name}, ${price === 0 ? 'free' : money(price)}`] as const)}
          value={priced?.delivery ?? ''}
          onChange={({ target }) => goTo({ delivery: target.value })}
        />
      )}
      {duties && <p className="muted text-sm">{duties}</p>}
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** What it says where nothing is chosen. */
  none: string;
  book: readonly Address[];
  chosen: Address | null;
  onChoose: (value: string) => void;
}

const ONCE = 'once';

function Choice({ label, none, book, chosen, onChoose }: ChoiceProps) {
  const isKept = book.some(({ _id }) => _id === chosen?._id);
  return (
    <SelectField
      label={label}
      options={[
        [NONE, none],
        ...optionsOf(book),
        ...(chosen && !isKept ? [[ONCE, inOneLine(chosen)] as const] : []),
        [NEW, say('Another address …')],
      ]}
      value={chosen === null ? NONE : isKept ? chosen._id : ONCE}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
