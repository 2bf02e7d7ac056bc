import type { UseFormReturn } from 'react-hook-form';
import type { Priced } from '#contract/buying/basket.ts';
import type { Address } from '#contract/people/addresses.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DeliverTo } from './order-addresses.tsx';
import { AS_TEXT, type OrderForm, TYPED } from './order-form.ts';

interface Props {
  form: UseFormReturn<OrderForm>;
  book: readonly Address[];
  /** Where it goes where nothing else is chosen. */
  country: string;
  /** The firm that it is ordered for. */
  firm: { name: string } | null;
  /** Whether what is typed can be kept in the book of whoever types it. */
  mayKeep: boolean;
  destination: Destination;
  priced: Priced | null;
  goTo: (change: Destination) => void;
  /** A VAT number came with an address; left out where a firm's is taken. */
  onVatId?: ((vatId: string) => void) | undefined;
}

/** Where the goods go, by which way, and where the invoice goes. */
export function WhereItGoes({ form, book, country, firm, mayKeep, destination, priced, goTo, onVatId }: Props) {
  const choose = (change: Destination) => {
    if (change.country !== undefined) {
      form.setValue('country', change.country);
      // What was chosen from the book is in another country: it becomes one that is typed.
      if (form.getValues('deliverTo') !== AS_TEXT) form.setValue('deliverTo', TYPED);
    }
    goTo(change);
  };
  return (
    <DeliverTo
      form={form}
      book={book}
      country={country}
      firm={firm}
      mayKeep={mayKeep}
      onCountry={(chosen) => goTo({ country: chosen })}
      onVatId={onVatId}
    >
      <DeliveryFields destination={destination} priced={priced} onChange={choose} />
    </DeliverTo>
  );
}
