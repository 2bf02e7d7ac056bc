import { useState } from 'react';
import { useKnownFirm } from '#web/session/whom.ts';
import type { Pay } from './pay-field.tsx';

/** What an order for the firm that one buys for says beside who buys and where it goes. */
export function useFirmChoices() {
  const { firm, isKnown } = useKnownFirm();
  const [costCentre, setCostCentre] = useState('');
  const [owedBy, setOwedBy] = useState<string | null>(null);
  const isOwed = firm !== null && owedBy === firm.id;
  const pay: Pay = isOwed ? 'account' : 'first';
  return {
    firm,
    /** Whether it is known for whom one buys. */
    isKnown,
    costCentre,
    setCostCentre,
    pay,
    setPay: (chosen: Pay) => setOwedBy(firm && chosen === 'account' ? firm.id : null),
    /** What `POST /order` takes of it. */
    ofOrder: {
      ...(isOwed ? { pay: 'account' as const } : {}),
      ...(firm && costCentre !== '' ? { costCentre } : {}),
    },
  };
}
export type FirmChoices = ReturnType<typeof useFirmChoices>;
