import type { CountUnit } from '#contract/buying/units.ts';
import { useRef } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';
import { PadRowView } from './pad-row-view.tsx';
import { needsAttention, type PadRow, suggested, withChosen, withSuggestions, withTyped } from './pad-rows.ts';
import { TypedRow } from './typed-row.tsx';

interface Props {
  rows: readonly PadRow[];
  /** What the rows that are lines cost. */
  priced: Priced | null;
  onRows: (change: (now: readonly PadRow[]) => PadRow[]) => void;
}

/** The rows that were read or typed, each to be mended, and one more to type. Enter goes down. */
export function PadList({ rows, priced, onRows }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const known = new Map(priced?.lines.map((line) => [line.toolId, line]));
  const change = (key: string, quantity: number, pack: CountUnit | undefined) =>
    onRows((now) => now.map((row) => (row.key === key ? { ...row, quantity, pack } : row)));
  const remove = (key: string) => {
    // The next row takes the focus, so that the keyboard goes on where it was.
    const at = rows.findIndex((row) => row.key === key);
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button[aria-label^="Remove"]');
    const heir = buttons?.[at + 1] ?? buttons?.[at - 1] ?? document.querySelector<HTMLElement>('#typed-row input');
    heir?.focus();
    onRows((now) => now.filter((row) => row.key !== key));
  };
  const next = (index: number) => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('.pad-quantity');
    const box = boxes?.[index + 1];
    if (box) box.focus();
    else document.querySelector<HTMLInputElement>('#typed-row input')?.focus();
  };

  const lineOf = ({ toolId }: PadRow) => (toolId === null ? undefined : known.get(toolId));
  let box = -1;
  return (
    <>
      <Attention
        rows={rows.filter((row) => needsAttention(row, lineOf(row))).length}
        offered={suggested(rows).length}
        onTake={() => onRows(withSuggestions)}
      />
      <ul ref={list} aria-label={say('Rows')} hidden={rows.length === 0} className="border-base-300 mt-2 border-t">
        {rows.map((row) => {
          if (row.toolId !== null) box++;
          const index = box;
          return (
            <PadRowView
              key={row.key}
              row={row}
              line={lineOf(row)}
              onQuantity={(quantity, pack) => change(row.key, quantity, pack)}
              onChoose={(tool) => onRows((now) => withChosen(now, row.key, tool))}
              onRemove={() => remove(row.key)}
              onEnter={() => next(index)}
            />
          );
        })}
      </ul>
      <TypedRow
        onAdd={(tool: Tool, quantity: number, pack?: CountUnit) =>
          onRows((now) => withTyped(now, { toolId: tool._id, tool: tool.name, sku: tool.sku ?? null }, quantity, pack))
        }
      />
    </>
  );
}

/** How many rows somebody has to look at, with a way to the next of them behind the focus, and round again; and all that is offered at once. */
function Attention({ rows, offered, onTake }: { rows: number; offered: number; onTake: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {rows > 0 && (
        <>
          <p className="text-error font-semibold">
            {say('{rows, plural, one {# row needs} other {# rows need}} your attention.', { rows })}
          </p>
          <button type="button" className="btn btn-sm btn-outline" onClick={goToNext}>
            {say('Go to the next')}
          </button>
          {offered > 0 && (
            <button type="button" className="btn btn-sm btn-outline" onClick={onTake}>
              {offered === 1 ? say('Take the suggestion') : say('Take all {offered} suggestions', { offered })}
            </button>
          )}
        </>
      )}
    </div>
  );
}

let last: Element | null = null;

function goToNext(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('li[data-attention]')];
  const behind = waiting.find((row) => last && last.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = behind ?? waiting[0];
  if (!next) return;
  last = next;
  next.scrollIntoView({ block: 'center' });
  next.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}
