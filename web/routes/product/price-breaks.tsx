import type { Tool } from '#contract/catalogue/tools.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** What a piece costs from how many pieces on; nothing where there is one price. */
export function PriceBreaks({ tool, priceClass }: { tool: Tool; priceClass: string }) {
  if (tool.priceBreaks.length === 0) return null;
  const all = [{ from: tool.minOrderQuantity, price: tool.price }, ...tool.priceBreaks];
  return (
    <table className={`my-6 w-full tabular-nums ${priceClass}`}>
      <caption className="mb-1 text-left text-lg font-semibold">{say('Quantity discounts')}</caption>
      <thead className="muted border-base-content border-b-2 text-sm">
        <tr>
          <th scope="col" className="py-1.5 text-left font-medium">
            {say('From')}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {tool.priceUnit === 1 ? say('Per piece') : say('Per {count}', { count: pieces(tool.priceUnit) })}{' '}
            <ExcludingTax />
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {say('You save')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ from, price }) => (
          <tr key={from} className="border-base-300 border-b">
            <th scope="row" className="py-2 text-left font-medium">
              {say('{count} pieces', { count: pieces(from) })}
            </th>
            <td className="py-2 text-right font-semibold">{money(price)}</td>
            <td className="py-2 text-right">
              {price < tool.price ? `${Math.floor((1 - price / tool.price) * 100)} %` : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
