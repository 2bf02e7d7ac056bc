import type { ComponentProps } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import type { Destination } from '#web/basket/use-priced.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DeliverTo } from './order-addresses.tsx';
import { AS_TEXT, TYPED } from './order-form.ts';

interface Props extends Omit<ComponentProps<typeof DeliverTo>, 'onCountry' | 'children'> {
  destination: Destination;
  priced: Priced | null;
  goTo: (change: Destination) => void;
}

/** Where the goods go, by which way, and where the invoice goes. */
export function WhereItGoes({ destination, priced, goTo, ...delivery }: Props) {
  const { form } = delivery;
  const choose = (change: Destination) => {
    if (change.country !== undefined) {
      form.setValue('country', change.country);
      // What was chosen from the book is in another country: it becomes one that is typed.
      if (form.getValues('deliverTo') !== AS_TEXT) form.setValue('deliverTo', TYPED);
    }
    goTo(change);
  };
  return (
    <DeliverTo {...delivery} onCountry={(chosen) => goTo({ country: chosen })}>
      <DeliveryFields destination={destination} priced={priced} onChange={choose} />
    </DeliverTo>
  );
}
