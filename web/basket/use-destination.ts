import { useCallback, useState } from 'react';
import type { Destination } from './use-priced.ts';

/** Where an order goes and by which way, and the VAT number that it says: what its price depends on beside its lines. */
export function useDestination() {
  const [destination, setDestination] = useState<Destination>({});
  const goTo = useCallback((change: Destination) => setDestination((now) => elsewhere(now, change)), []);
  const taxFor = useCallback((vatId: string) => setDestination((now) => withVatId(now, vatId)), []);
  return { destination, goTo, taxFor };
}

/** Another country has other ways of delivery. */
function elsewhere({ delivery, ...rest }: Destination, change: Destination): Destination {
  return { ...rest, ...(delivery === undefined || change.country !== undefined ? {} : { delivery }), ...change };
}

function withVatId({ vatId: _before, ...rest }: Destination, vatId: string): Destination {
  return { ...rest, ...(vatId === '' ? {} : { vatId }) };
}
