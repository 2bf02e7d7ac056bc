import { useEffect, useState } from 'react';
import type { Tool } from '#contract/tools.ts';
import { call } from '#web/api/call.ts';
import { AddToOrder } from '#web/basket/add-to-order.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { counted, dollars, pieces } from './format.ts';
import { PageLink } from './page-link.tsx';

/** What is typed is looked for once the fingers rest so long, in ms. */
const REST_MS = 80;
const MOST = 6;

export interface SuggestionsProps {
  /** What was typed, not empty. */
  text: string;
}

/** What fits what was typed: each tool with price, stock and a quantity box. Arrows go from one to the next. */
export function SearchSuggestions({ text }: SuggestionsProps) {
  const [found, setFound] = useState<{ text: string; tools: Tool[] } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('GET /tool', { query: { q: text, limit: MOST }, signal: stop.signal }).then(
        (tools) => setFound({ text, tools }),
        () => {},
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  if (!found) return null;
  const { tools } = found;
  return (
    <div
      className="search-panel border-base-300 bg-base-100 rounded-box border shadow-xl"
      role="group"
      aria-label="Suggestions"
    >
      <p role="status" className="sr-only">
        {tools.length === 0 ? 'Nothing fits' : `${counted(tools.length, 'suggestion')}, arrow down to reach them`}
      </p>
      {tools.length === 0 && <p className="muted p-4">Nothing fits. Try fewer words, or another size.</p>}
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
                {tool.sku ? `${tool.sku} · ` : ''}
                {dollars(tool.price)} · {pieces(tool.availableQuantity)} in stock
              </p>
            </div>
            <AddToOrder tool={tool} compact />
          </li>
        ))}
      </ul>
      {tools.length > 0 && (
        <p className="border-base-300 border-t p-3">
          <PageLink to={`/products?q=${encodeURIComponent(text)}`} data-suggestion="" className="link">
            Show all for “{text}”
          </PageLink>
        </p>
      )}
    </div>
  );
}
