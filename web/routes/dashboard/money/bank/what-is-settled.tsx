import type { BankLine } from '#contract/money/bank-imports.ts';
import { money } from '#web/shell/format.ts';

interface SettledProps extends Pick<BankLine, 'settles' | 'credit'> {
  isDone?: boolean;
}

/** What a payment settles once it is recorded, and what stays as credit. */
export function WhatIsSettled({ settles, credit, isDone = false }: SettledProps) {
  const parts = settles.map(({ number, amount }) => `${number} for ${money(amount)}`);
  const rest = credit > 0 ? `${money(credit)} ${isDone ? 'stayed' : 'stays'} as credit` : '';
  if (parts.length === 0) return <span>Settles what is due first; any excess stays as credit.</span>;
  return (
    <span>{`${isDone ? 'Settled' : 'Settles'} ${[parts.join(', '), rest].filter((text) => text !== '').join('; ')}`}</span>
  );
}
