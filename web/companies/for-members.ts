import { lazy } from 'react';

// What only those who buy for a company see of a page that is everybody's: its script comes for them alone.

export const ApprovalHint = lazy(async () => ({ default: (await import('./approval-hint.tsx')).ApprovalHint }));
export const CostCentreField = lazy(async () => ({
  default: (await import('./cost-centre-field.tsx')).CostCentreField,
}));
export const OwnNumberOfTool = lazy(async () => ({ default: (await import('./own-number.tsx')).OwnNumberOfTool }));
export const PayField = lazy(async () => ({ default: (await import('./pay-field.tsx')).PayField }));
