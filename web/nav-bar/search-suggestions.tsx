import { type KeyboardEvent, useEffect, useState } from 'react';
import type { FacetSuggestion } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { AddToOrder } from '#web/basket/add-to-order.tsx';
import type { ListPart } from '#web/api/call.ts';
import { findFacets, findTools } from '#web/queries/catalogue/find-tools.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { Picture } from '#web/ui/picture.tsx';
import { addressOf } from '#web/routes/products/filter.ts';
import { pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { searchNote } from '#web/shell/search-note.ts';
import { say } from '#web/saying/say.ts';

/** How long typing must pause before the search starts, in ms. */
const REST_MS = 80;
const MOST = 6;

/** The arrows lead from the search's `input` to one suggestion after another, and back. */
export function stepThrough(event: KeyboardEvent<HTMLFormElement>, input: HTMLInputElement): void {
  const isInBox = event.target instanceof HTMLInputElement && event.target !== input;
  // In a quantity box the arrows change the quantity.
  if (isInBox || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-suggestion]')];
  const here = all.findIndex((each) => each === document.activeElement);
  const next = all[here + (event.key === 'ArrowDown' ? 1 : -1)] ?? (event.key === 'ArrowUp' ? input : null);
  next?.focus();
}

/** What fits what was typed, which is not empty: each tool with price, stock and a quantity box. Arrows go from one to the next. */
export function SearchSuggestions({ text }: { text: string }) {
  const [found, setFound] = useState<ListPart<Tool> | null>(null);
  const [facets, setFacets] = useState<FacetSuggestion[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findTools(text, MOST, stop.signal).then(setFound, () => {});
      // Where they fail, tools are still suggested.
      findFacets(text, stop.signal).then(setFacets, () => {});
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  if (!found) return null;
  const { rows: tools } = found;
  const said = searchNote(found);
  return (
    <div
      className="search-panel border-base-300 bg-base-100 rounded-box border shadow-xl"
      role="group"
      aria-label={say('Suggestions')}
    >
      <p role="status" className="sr-only">
        {tools.length === 0
          ? say('No results')
          : `${said === null ? '' : `${said} `}${say('{count, plural, one {# suggestion} other {# suggestions}}, arrow down to reach them', { count: tools.length + facets.length })}`}
      </p>
      {tools.length === 0 && <p className="muted p-4">{say('No results. Try fewer words, or another size.')}</p>}
      {said !== null && (
        <p aria-hidden="true" className="border-base-300 border-b p-3 text-sm">
          {said}
        </p>
      )}
      {facets.length > 0 && (
        <ul aria-label={say('Filtered lists')} className="border-base-300 flex flex-wrap gap-2 border-b p-3">
          {facets.map(({ key, name, value, unit, category }) => (
            <li key={`${category} ${key} ${value}`}>
              <PageLink
                to={addressOf({ category, [`attr.${key}`]: value })}
                data-suggestion=""
                className="btn btn-sm btn-outline h-auto py-1"
              >
                <span>
                  <span className="sr-only">{name} </span>
                  {say('{value}, in {category}', { value: unit === null ? value : `${value} ${unit}`, category })}
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {tools.map((tool) => (
          <li
            key={tool._id}
            className="border-base-300 flex flex-wrap items-center gap-x-3 gap-y-1 border-b p-3 last:border-0"
          >
            <Picture frame="studio size-12 rounded-field shrink-0" image={tool.image} alt="" sizes="48px" />
            <div className="min-w-40 grow basis-0">
              <PageLink to={`/products/${tool._id}`} data-suggestion="" className="link-hover font-medium">
                {tool.name}
              </PageLink>
              <p className="muted text-sm tabular-nums">
                {tool.sku ? <span>{`${tool.sku} · `}</span> : ''}
                <SuggestedPrice tool={tool} /> <span>·</span>{' '}
                <span>{say('{count} in stock', { count: pieces(tool.availableQuantity) })}</span>
              </p>
            </div>
            <AddToOrder tool={tool} compact />
          </li>
        ))}
      </ul>
      {tools.length > 0 && (
        <p className="border-base-300 border-t p-3">
          <PageLink to={`/products?q=${encodeURIComponent(text)}`} data-suggestion="" className="link">
            {say('Show all for “{text}”', { text })}
          </PageLink>
        </p>
      )}
    </div>
  );
}

function SuggestedPrice({ tool: shown }: { tool: Tool }) {
  const { tool, priceClass } = useCompanyTool(shown);
  return <span className={priceClass}>{moneyPer(tool.price, tool.priceUnit)}</span>;
}
