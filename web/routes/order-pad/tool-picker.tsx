import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ListPart } from '#web/api/call.ts';
import { findTools } from '#web/queries/catalogue/find-tools.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { searchNote } from '#web/shell/search-note.ts';
import { say } from '#web/saying/say.ts';

/** How long typing must pause before the search starts, in ms. */
const REST_MS = 120;
const MOST = 8;

interface Props {
  label: string;
  /** What stands in the field at first. */
  initial?: string;
  placeholder?: string;
  onPick: (tool: Tool) => void;
  className?: string;
}

/** A field for a stock number or a name, with what fits below it: arrows choose, Enter takes, Escape closes. */
export function ToolPicker({ label, initial = '', placeholder, onPick, className = '' }: Props) {
  const [text, setText] = useState(initial);
  const [found, setFound] = useState<ListPart<Tool> | null>(null);
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const wantsFirst = useRef(false);
  const id = useId();
  const pick = (tool: Tool) => {
    setOpen(false);
    setText('');
    setFound(null);
    wantsFirst.current = false;
    onPick(tool);
  };
  const takeFirst = useEffectEvent(([first]: Tool[]) => {
    if (first) pick(first);
  });
  useEffect(() => {
    const q = text.trim();
    if (!open || q === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findTools(q, MOST, stop.signal).then(
        (list) => {
          setFound(list);
          setActive(0);
          // Enter was faster than the answer: a tool that is not exactly what was typed is shown first.
          if (wantsFirst.current && searchNote(list) === null) takeFirst(list.rows);
        },
        () => {
          if (!stop.signal.aborted) setFound({ rows: [], total: 0, next: null });
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, open]);

  const list = open && text.trim() !== '' ? found : null;
  const shown = list?.rows ?? null;
  const said = list && searchNote(list);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'Enter') {
      event.preventDefault();
      const tool = shown?.[active];
      if (tool) pick(tool);
      else wantsFirst.current = text.trim() !== '';
    }
    if (!shown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    setActive((at) => (at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % Math.max(1, shown.length));
  };
  return (
    <div className={`relative ${className}`}>
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown !== null}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown?.[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        className="input w-full"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
          wantsFirst.current = false;
        }}
        onFocus={() => setOpen(text !== '')}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={!shown || shown.length === 0}
        className="border-base-300 bg-base-100 rounded-box absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-auto border shadow-xl"
      >
        {said && (
          <p aria-hidden="true" className="border-base-300 border-b px-3 py-2 text-sm">
            {said}
          </p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {shown?.map((tool, index) => (
            <ToolOption
              key={tool._id}
              id={`${id}-${index}`}
              tool={tool}
              isActive={index === active}
              onActivate={() => setActive(index)}
              onPick={() => pick(tool)}
            />
          ))}
        </div>
      </div>
      <p role="status" className="text-sm">
        {shown?.length === 0 && <span className="muted">{say('No results. Try fewer letters.')}</span>}
        <span>{shown && shown.length > 0 && said}</span>
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  tool: Tool;
  isActive: boolean;
  onActivate: () => void;
  onPick: () => void;
}

function ToolOption({ id, tool: shown, isActive, onActivate, onPick }: OptionProps) {
  const { tool, priceClass } = useCompanyTool(shown);
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      className={`flex w-full cursor-pointer items-baseline justify-between gap-4 px-3 py-2 text-left ${isActive ? 'bg-base-200' : ''}`}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onActivate}
      onClick={onPick}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{tool.name}</span>
        <span className="muted block text-sm tabular-nums">{tool.sku}</span>
      </span>
      <span className={`muted text-right text-sm whitespace-nowrap tabular-nums ${priceClass}`}>
        {moneyPer(tool.price, tool.priceUnit)}
        <span className="block">{say('{count} in stock', { count: pieces(tool.availableQuantity) })}</span>
      </span>
    </button>
  );
}
