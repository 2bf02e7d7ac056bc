import { linePrice } from '#web/basket/line-price.ts';
import { money, pieces } from '#web/shell/format.ts';
import { eachText } from '#web/shell/price-words.ts';
import type { PriceRung, Selling } from './selling.ts';

interface Props {
  selling: Selling;
  /** For how many pieces the prices are. */
  priceUnit: number;
}

/** Which quantities buyers can order at which price, as it is typed, also for screen readers. */
export function PriceLadder({ selling: { rungs, step, problems }, priceUnit }: Props) {
  const wrong = Object.keys(problems).length;
  return (
    <>
      <p role="status" className={rungs.length > 0 ? 'sr-only' : 'muted'}>
        {rungs.length > 0
          ? `Buyers can order ${rungs.map((rung) => rungText(rung, priceUnit)).join(', ')}.`
          : wrong > 0
            ? 'Once the values fit together, you see here what can be ordered.'
            : 'Enter price, minimum and step to see what can be ordered.'}
      </p>
      {rungs.length > 0 && (
        <table className="mt-2 w-full tabular-nums">
          <caption className="pb-1 text-left font-medium">What buyers can order</caption>
          <thead className="muted text-left">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Pieces
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {priceUnit === 1 ? 'Each' : `Per ${pieces(priceUnit)}`}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Smallest order
              </th>
            </tr>
          </thead>
          <tbody>
            {rungs.map((rung) => (
              <tr key={rung.from} className="border-base-300 border-t">
                <td className="py-1">
                  {rung.first.map(pieces).join(', ')}
                  {isLonger(rung, step) ? <span>{` … ${rung.to === null ? '' : pieces(rung.to)}`}</span> : ''}
                </td>
                <td className="py-1 text-right">{money(rung.price)}</td>
                <td className="py-1 text-right">{money(linePrice(rung.from, rung.price, priceUnit))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function isLonger({ to, from, first }: PriceRung, step: number): boolean {
  return to === null || to > from + (first.length - 1) * step;
}

function rungText({ from, to, price }: PriceRung, priceUnit: number): string {
  return `${to === null ? `from ${pieces(from)}` : `${pieces(from)} to ${pieces(to)}`} at ${eachText(price, priceUnit)}`;
}
