import { useState } from 'react';
import type { QuoteFacts } from '#contract/buying/quotes.ts';
import { readOrderLines } from '#web/queries/buying/order-lines.ts';
import { factsAlso } from '#web/queries/buying/quotes.ts';
import { PasteBox } from '#web/routes/order-pad/paste-box.tsx';
import { counted } from '#web/shell/format.ts';

/** So many tools are asked about at once. */
const AT_ONCE = 100;

interface Props {
  quoteId: string;
  /** @param quantities by tool, of those that were said */
  onAdd: (facts: QuoteFacts, quantities: ReadonlyMap<string, number>) => void;
}

/** Tools that nobody had asked for, typed or pasted as on the order pad: what fits better, or what goes with it. */
export function AddTools({ quoteId, onAdd }: Props) {
  const [said, setSaid] = useState('');
  const read = async (text: string) => {
    const { rows } = await readOrderLines(text);
    const found = new Map(
      rows.flatMap(({ toolId, quantity }) => (toolId === null || !quantity ? [] : [[toolId, quantity] as const])),
    );
    const ids = [...found.keys()];
    for (let from = 0; from < ids.length; from += AT_ONCE)
      onAdd(await factsAlso(quoteId, ids.slice(from, from + AT_ONCE)), found);
    const left = rows.length - found.size;
    setSaid(
      `${counted(found.size, 'tool')} added.${left > 0 ? ` ${counted(left, 'row')} could not be read: enter a stock number or name, and a quantity.` : ''}`,
    );
  };
  return (
    <details className="mt-4">
      <summary className="cursor-pointer py-2 font-semibold">Add tools that were not requested</summary>
      <PasteBox onText={read} />
      <p role="status" className="empty:hidden">
        {said}
      </p>
    </details>
  );
}
