import { useState } from 'react';
import { useKnownCompany } from '#web/session/whom.ts';
import type { Pay } from './pay-field.tsx';

/** What an order for the chosen company adds to who buys and where it goes. */
export function useCompanyChoices() {
  const { company, isKnown } = useKnownCompany();
  const [costCentre, setCostCentre] = useState('');
  const [owedBy, setOwedBy] = useState<string | null>(null);
  const isOwed = company !== null && owedBy === company.id;
  const pay: Pay = isOwed ? 'account' : 'first';
  return {
    company,
    /** Whether it is known who the user buys for. */
    isKnown,
    costCentre,
    setCostCentre,
    pay,
    setPay: (chosen: Pay) => setOwedBy(company && chosen === 'account' ? company.id : null),
    /** What `POST /order` takes of it. */
    ofOrder: {
      ...(isOwed ? { pay: 'account' as const } : {}),
      ...(company && costCentre !== '' ? { costCentre } : {}),
    },
  };
}
export type CompanyChoices = ReturnType<typeof useCompanyChoices>;
