import { say } from '#web/saying/say.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type * as suggestions from './search-suggestions.tsx';

type Part = typeof suggestions;

/**
 * The search on every page: a form that works without script; suggestions come with a script of their own
 * once the field has the focus. `/` leads to it.
 */
export function SearchBox() {
  const [text, setText] = useState('');
  const [part, setPart] = useState<Part | null>(null);
  const { key } = useLocation();
  // Open on this page alone: on another, what was looked for is found.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === key;
  const close = () => setOpenOn(null);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const load = () => {
    setOpenOn(key);
    // Without it the form still searches.
    void import('./search-suggestions.tsx').then(setPart).catch(() => {});
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      close();
      input.current?.focus();
    } else if (input.current) part?.stepThrough(event, input.current);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and focus of all that is in it
    <form
      ref={form}
      role="search"
      action="/products"
      className="search-box"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!form.current?.contains(relatedTarget)) close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        close();
        input.current?.blur();
        void pageFor(text.trim()).then(navigate);
      }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="search-mark"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      >
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="M13 13l5 5" strokeLinecap="round" />
      </svg>
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={say('Find a tool')}
        placeholder={say('Tool or SKU')}
        autoComplete="off"
        maxLength={200}
        className="input"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (!open) load();
        }}
        onFocus={load}
      />
      {open && part && text.trim() !== '' && <part.SearchSuggestions text={text.trim()} />}
    </form>
  );
}

/** Digits may be the number of an order, typed or scanned from its slip by those who work here, or the number under a bar code. */
async function pageFor(query: string): Promise<string> {
  const order = /^\d{5,12}$/.test(query)
    ? await import('./page-of-order.ts').then((part) => part.pageOfOrder(query)).catch(() => null)
    : null;
  const tool =
    order === null && /^\d{8,14}$/.test(query)
      ? await import('./page-of-gtin.ts').then((part) => part.pageOfGtin(query)).catch(() => null)
      : null;
  return order ?? tool ?? `/products?q=${encodeURIComponent(query)}`;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
