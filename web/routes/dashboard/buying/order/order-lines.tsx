import { SurchargeRow } from '#web/basket/surcharge-row.tsx';
import { piecesAndPacks } from '#contract/buying/unit-words.ts';
import type { Order } from '#contract/buying/orders.ts';
import { awaitedInWords } from '#web/basket/promise-words.ts';
import { usePriced } from '#web/basket/use-priced.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Sku } from '#web/shell/sku.tsx';

/** Columns that a small screen shows inside another. */
const WIDE = 'hidden sm:table-cell';

const NOWHERE = {};

/** What was ordered, and what it comes to. */
export function OrderLines({ order }: { order: Order }) {
  const lines = order.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  const { priced } = usePriced(lines, NOWHERE);
  // A tool that was removed or taken off sale has no page to go to.
  const forSale = new Set(priced?.lines.flatMap(({ toolId, problem }) => (problem === 'TOOL_NOT_FOUND' ? [] : toolId)));
  return (
    <section aria-label="Lines and totals">
      <table className="table">
        <caption className="sr-only">Lines of order {order.number}</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" className={`text-right ${WIDE}`}>
              Quantity
            </th>
            <th scope="col" className={`text-right ${WIDE}`}>
              {order.lines.some(({ priceUnit }) => priceUnit > 1) ? 'Unit price' : 'Price / piece'} <ExcludingTax />
            </th>
            <th scope="col" className={`text-right ${WIDE}`}>
              Shipped
            </th>
            <th scope="col" className="text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {order.lines.map(
            ({ toolId, tool, sku, buyerNumber, unitPrice, priceUnit, price, shipped, refunded, awaited, ...line }) => (
              <tr key={toolId}>
                <td className="break-words">
                  {forSale.has(toolId) ? (
                    <PageLink to={`/products/${toolId}`} className="link-hover font-medium">
                      {tool}
                    </PageLink>
                  ) : (
                    <span className="font-medium">{tool}</span>
                  )}
                  <Sku sku={sku} />
                  {buyerNumber !== null && (
                    <span className="muted block text-xs">Buyer’s part number {buyerNumber}</span>
                  )}
                  {awaited.length > 0 && <span className="block text-sm">{awaitedInWords(awaited)}</span>}
                  {refunded > 0 && <span className="block text-sm">{counted(refunded, 'piece')} refunded</span>}
                  <span className="block sm:hidden">
                    {piecesAndPacks(line)} × {moneyPer(unitPrice, priceUnit)}
                    {shipped > 0 && <span>{`, ${pieces(shipped)} shipped`}</span>}
                  </span>
                </td>
                <td className={`text-right ${WIDE}`}>{piecesAndPacks(line)}</td>
                <td className={`text-right ${WIDE}`}>{moneyPer(unitPrice, priceUnit)}</td>
                <td className={`text-right ${WIDE}`}>{pieces(shipped)}</td>
                <td className="text-right">{money(price)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-y-1 px-3 [&>dd]:pl-6 tabular-nums">
        <dt>Goods</dt>
        <dd className="text-right">{money(order.goods)}</dd>
        <dt>{order.deliveryName}</dt>
        <dd className="text-right">{order.freight === 0 ? 'Free' : money(order.freight)}</dd>
        <SurchargeRow of={order} className="text-right" />
        {order.tax > 0 && (
          <>
            <dt>
              {order.taxName ?? 'Tax'} {order.taxPercent} %
            </dt>
            <dd className="text-right">{money(order.tax)}</dd>
          </>
        )}
        <dt className="border-base-content border-t-2 pt-2 font-semibold">Total</dt>
        <dd className="border-base-content border-t-2 pt-2 text-right font-semibold">{money(order.price)}</dd>
        {order.refunded !== undefined && (
          <>
            <dt>Refunded</dt>
            <dd className="text-right">{money(-order.refunded)}</dd>
          </>
        )}
      </dl>
      {order.taxNote !== null && <p className="muted mt-2 px-3 text-right text-sm">{order.taxNote}</p>}
    </section>
  );
}
