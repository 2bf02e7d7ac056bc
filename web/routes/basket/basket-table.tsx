import { useRef } from 'react';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import type { BasketLine } from '#web/basket/basket.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { say } from '#web/saying/say.ts';
import { formerName, formerPrice, type PricesSeen } from './known-prices.ts';
import { LineRow } from './line-row.tsx';

interface Props {
  lines: readonly BasketLine[];
  priced: Priced | null;
  seen: PricesSeen;
  /** What the shop said about lines that it refused, by tool. */
  refusals: Record<string, string>;
  onRemove: (line: PricedLine) => void;
}

/** The basket's lines in the order in which they came, each with what the shop last said of it. */
export function BasketTable({ lines, priced, seen, refusals, onRemove }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const known = new Map(priced?.lines.map((line) => [line.toolId, line]));
  const remove = (line: PricedLine, index: number) => {
    onRemove(line);
    // The next row takes the focus, so that the keyboard goes on where it was.
    const buttons = body.current?.querySelectorAll<HTMLButtonElement>('button[aria-label^="Remove"]');
    (buttons?.[index + 1] ?? buttons?.[index - 1])?.focus();
  };
  return (
    <table className="w-full max-md:block">
      <caption className="sr-only">{say('Basket')}</caption>
      <thead className="muted border-base-300 hidden border-b text-left text-sm md:table-header-group">
        <tr>
          <th scope="col" className="py-2 font-medium" colSpan={2}>
            {say('Tool')}
          </th>
          <th scope="col" className="px-2 text-right font-medium">
            {priced?.lines.some(({ priceUnit }) => (priceUnit ?? 1) > 1) ? say('Price') : say('Per piece')}{' '}
            <ExcludingTax />
          </th>
          {[say('Quantity'), say('Total')].map((title) => (
            <th key={title} scope="col" className="px-2 text-right font-medium">
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{say('Remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className="max-md:block">
        {lines.map(({ toolId, quantity, pack }, index) => {
          const line = known.get(toolId);
          if (!line) {
            return (
              <tr key={toolId} className="max-md:block">
                <td colSpan={6} className="py-3 max-md:block" aria-label={say('Loading')}>
                  <div className="skeleton h-16 w-full">
                    <span className="sr-only">{say('Loading')}</span>
                  </div>
                </td>
              </tr>
            );
          }
          return (
            <LineRow
              key={toolId}
              line={{ ...line, quantity, tool: line.tool ?? formerName(seen, toolId) }}
              pack={pack}
              isPriced={line.quantity === quantity}
              before={formerPrice(seen, line)}
              refusal={refusals[toolId]}
              onQuantity={(next, chosen) =>
                next === 0
                  ? remove(line, index)
                  : tabBasket().set({ toolId, quantity: next, ...(chosen && { pack: chosen }) })
              }
              onRemove={() => remove(line, index)}
            />
          );
        })}
      </tbody>
    </table>
  );
}
