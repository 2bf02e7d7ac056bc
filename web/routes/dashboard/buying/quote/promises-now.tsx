import type { QuoteVersion } from '#contract/buying/quotes.ts';
import type { Promises } from '#contract/catalogue/backorders.ts';
import { promisesInWords } from '#web/basket/promise-words.ts';
import { usePriced } from '#web/basket/use-priced.ts';

/** Where an offer would be served otherwise now than it said, before it is accepted; nothing where it is as it was. */
export function PromisesNow({ offer, companyId }: { offer: QuoteVersion; companyId: string | undefined }) {
  const said = offer.lines.filter(({ promises }) => promises.length > 0);
  const wanted = said.map(({ toolId, quantity }) => ({ toolId, quantity }));
  const { priced } = usePriced(wanted, companyId === undefined ? {} : { companyId });
  const changed = said.flatMap(({ toolId, tool, promises: was }) => {
    const now = priced?.lines.find((line) => line.toolId === toolId);
    // Minimum and step are as offered; what cannot be had any more is said by the shop when it is accepted.
    if (!now || now.promises.length === 0 || JSON.stringify(now.promises) === JSON.stringify(was)) return [];
    return [{ toolId, words: `${tool}: ${inWords(now.promises)}; the offer said ${inWords(was)}.` }];
  });
  return (
    <div role="status">
      {changed.length > 0 && (
        <div className="alert alert-warning mt-4 block">
          <p className="font-semibold">The delivery has changed since the offer.</p>
          <ul className="mt-1 list-disc pl-5">
            {changed.map(({ toolId, words }) => (
              <li key={toolId} className="break-words">
                {words}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function inWords(promises: Promises): string {
  return promisesInWords(promises) ?? 'all from stock';
}
