import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { orderableRange } from '#contract/buying/orderable-range.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { say } from '#web/saying/say.ts';
import { loadBasket } from './load-basket.ts';
import type { Feedback } from './feedback.ts';

const AddUnit = lazy(async () => ({ default: (await import('./add-unit.tsx')).AddUnit }));

/** The basket's script, and what adding needs of it. */
const loadAdding = () => loadBasket().then(() => import('./adding.tsx'));

type Addable = Pick<
  Tool,
  '_id' | 'name' | 'quantityStep' | 'minOrderQuantity' | 'availableQuantity' | 'orderable' | 'packs'
>;

const ignore = () => {};
/** Ahead of its use: where it cannot be had, the use itself says so. */
const fetchAdding = () => void loadAdding().catch(ignore);

const NOT_ADDED: Feedback = {
  wrong: true,
  note: () => <p className="text-error mt-1">{say('Not added: the shop cannot be reached. Please try again.')}</p>,
};

/**
 * A quantity and 'Add to order': puts it into the basket and says so right here. Nothing where none can be ordered.
 * What it does comes with the basket's script, so that a page of cards carries little of it.
 * @param compact one line, for rows of tables
 */
export function AddToOrder({ tool, compact = false }: { tool: Addable; compact?: boolean }) {
  const [text, setText] = useState(String(tool.minOrderQuantity));
  const [pack, setPack] = useState<CountUnit>();
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  if (!orderableRange(tool)) return null;
  const change = (next: string) => {
    setText(next);
    setFeedback(null);
  };
  const add = () =>
    void loadAdding().then(
      (adding) => setFeedback(adding.add(tool, text, pack)),
      () => setFeedback(NOT_ADDED),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const by = (key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0) * (shiftKey ? 10 : 1);
    if (by === 0 && key !== 'Enter') return;
    event.preventDefault();
    if (by === 0) return add();
    setFeedback(null);
    loadAdding().then(({ step }) => setText((now) => step(tool, now, by, pack)), ignore);
  };
  return (
    // The basket's script comes while a hand or the focus is on its way to the button.
    <div onPointerEnter={fetchAdding} onFocus={fetchAdding} className={`add-to-order ${compact ? 'min-w-56' : 'mt-2'}`}>
      <div className={`flex gap-2 ${tool.packs.length > 0 ? 'flex-wrap' : ''}`}>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={say('{unit} of {name}', { unit: pack?.name ?? say('Pieces'), name: tool.name })}
          aria-invalid={feedback?.wrong || undefined}
          className={`input w-[7.5rem] text-right tabular-nums ${feedback?.wrong ? 'input-error' : ''} ${compact ? 'input-sm w-24' : ''}`}
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
        />
        {tool.packs.length > 0 && (
          <Suspense>
            <AddUnit
              tool={tool}
              text={text}
              pack={pack}
              className={compact ? 'select-sm' : ''}
              onChange={(chosen, next) => {
                setPack(chosen);
                change(next);
              }}
            />
          </Suspense>
        )}
        <button
          type="button"
          className={`btn btn-outline grow ${compact ? 'btn-sm' : ''}`}
          aria-label={say('Add to order: {name}', { name: tool.name })}
          onClick={add}
        >
          {say('Add to order')}
        </button>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {feedback?.note((quantity) => change(String(quantity)))}
      </div>
    </div>
  );
}
