import { piecesAndPacks } from '#contract/buying/unit-words.ts';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { countryName } from '#contract/in-country.ts';
import { promisesInWords } from '#web/basket/promise-words.ts';
import { changesSince, type LineChange } from '#web/quotes/quote-words.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { moment } from '#web/shell/moment.ts';
import { Sku } from '#web/shell/sku.tsx';

/** What a price was asked for. */
export function Wanted({ quote: { number, wanted, country } }: { quote: Quote }) {
  return (
    <section aria-label="Request">
      <h3 className="text-lg font-semibold">Request</h3>
      <p className="muted text-sm">
        {country === undefined ? 'The destination is not decided yet.' : `For delivery to ${countryName(country)}.`}
      </p>
      <table className="table">
        <caption className="sr-only">Request of {number}</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" className="text-right">
              Pieces
            </th>
            <th scope="col" className="text-right">
              Target price
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {wanted.map(({ toolId, tool, sku, targetPrice, priceUnit, ...line }) => (
            <tr key={toolId}>
              <td className="break-words">
                {tool}
                <Sku sku={sku} />
              </td>
              <td className="text-right">{piecesAndPacks(line)}</td>
              <td className="text-right">{targetPrice === undefined ? '–' : moneyPer(targetPrice, priceUnit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VersionProps {
  offer: QuoteVersion;
  /** The one that it takes the place of: what is another than there is marked. */
  before: QuoteVersion | undefined;
  /** Whether staff look at it. */
  sells: boolean;
}

/** A version: its lines and sums, with what changed since the one before. */
export function Version({ offer, before, sells }: VersionProps) {
  const { changed, gone } = changesSince(before, offer);
  return (
    <section aria-label={`Version ${offer.version}`}>
      <h3 className="text-lg font-semibold">Version {offer.version}</h3>
      <p className="muted text-sm">{moment(offer.at)}</p>
      {offer.note !== '' && <p className="mt-2 break-words whitespace-pre-line">{offer.note}</p>}
      <table className="table max-sm:[&_td]:px-1.5 max-sm:[&_th]:px-1.5">
        <caption className="sr-only">Lines of version {offer.version}</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" className="text-right">
              Pieces at <ExcludingTax />
            </th>
            <th scope="col" className="text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {offer.lines.map(
            ({ toolId, tool, sku, buyerNumber, unitPrice, priceUnit, listPrice, price, promises, ...line }) => (
              <tr key={toolId}>
                <td className="break-words">
                  {tool}
                  <Sku sku={sku} />
                  {buyerNumber !== null && (
                    <span className="muted block text-xs">
                      {sells ? 'Their' : 'Your'} number {buyerNumber}
                    </span>
                  )}
                  {promisesInWords(promises) !== null && (
                    <span className="muted block text-xs">{promisesInWords(promises)}</span>
                  )}
                  <Changed change={changed.get(toolId)} />
                </td>
                <td className="text-right">
                  {piecesAndPacks(line)} × <span className="whitespace-nowrap">{moneyPer(unitPrice, priceUnit)}</span>
                  {listPrice > unitPrice && (
                    <span className="muted block text-xs">List {moneyPer(listPrice, priceUnit)}</span>
                  )}
                </td>
                <td className="text-right">{money(price)}</td>
              </tr>
            ),
          )}
          {gone.map(({ toolId, tool }) => (
            <tr key={toolId}>
              <td colSpan={3} className="break-words">
                <s>{tool}</s> <span className="badge badge-warning">No longer offered</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sums offer={offer} before={before} />
    </section>
  );
}

function Changed({ change }: { change: LineChange | undefined }) {
  if (!change) return null;
  const was = [
    change.unitPrice === undefined ? '' : `was ${moneyPer(change.unitPrice, change.priceUnit ?? 1)}`,
    change.quantity === undefined ? '' : `was ${pieces(change.quantity)} pieces`,
  ].filter(Boolean);
  return <span className="badge badge-warning h-auto">{change.isNew ? 'New' : `Changed: ${was.join(', ')}`}</span>;
}

function Sums({ offer, before }: Omit<VersionProps, 'sells'>) {
  const was = (now: number, then: number | undefined) =>
    then === undefined || then === now ? null : <span className="muted block text-xs">was {money(then)}</span>;
  return (
    <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-y-1 px-1.5 sm:px-3 [&>dd]:pl-6 [&>dd]:text-right tabular-nums">
      <dt>Goods</dt>
      <dd>{money(offer.goods)}</dd>
      <dt>Delivery</dt>
      <dd>
        {offer.freight === 0 ? 'Free' : money(offer.freight)}
        {was(offer.freight, before?.freight)}
      </dd>
      {offer.tax > 0 && (
        <>
          <dt>{offer.taxName ?? 'Tax'}</dt>
          <dd>{money(offer.tax)}</dd>
        </>
      )}
      <dt className="border-base-content border-t-2 pt-2 font-semibold">Total</dt>
      <dd className="border-base-content border-t-2 pt-2 font-semibold">
        {money(offer.price)}
        {was(offer.price, before?.price)}
      </dd>
    </dl>
  );
}
