import { useState } from 'react';
import { orderableRange } from '#contract/pricing.ts';
import type { Tool } from '#contract/tools.ts';
import { pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { QuantityBox } from './quantity-box.tsx';
import { loadBasket } from './load-basket.ts';

/** The basket's script, and what adding needs of it. */
const loadAdding = () => loadBasket().then(() => import('./add-pieces.ts'));

type Addable = Pick<Tool, '_id' | 'name' | 'quantityStep' | 'minOrderQuantity' | 'availableQuantity'>;

/**
 * A quantity and 'Add to order': puts it into the basket and says so right here. Nothing where none can be ordered.
 * @param compact one line, for rows of tables
 */
export function AddToOrder({ tool, compact = false }: { tool: Addable; compact?: boolean }) {
  const [quantity, setQuantity] = useState(tool.minOrderQuantity);
  const [said, setSaid] = useState<{ added: number; now: number } | null>(null);
  const [problem, setProblem] = useState<{ problem: string; nearest: number | null } | null>(null);
  if (!orderableRange(tool)) return null;
  const change = (next: number) => {
    setQuantity(next);
    setProblem(null);
  };
  const add = () => {
    void loadAdding().then(({ addPieces }) => {
      const added = addPieces(tool, quantity);
      if ('problem' in added) return setProblem(added);
      setSaid({ added: quantity, now: added.now });
    });
  };
  return (
    // The basket's script comes while a hand or the focus is on its way to the button.
    <div
      onPointerEnter={() => void loadAdding()}
      onFocus={() => void loadAdding()}
      className={`add-to-order ${compact ? 'min-w-56' : 'mt-2'}`}
    >
      <div className="flex gap-2">
        <QuantityBox
          label={`Pieces of ${tool.name}`}
          value={quantity}
          terms={tool}
          onChange={change}
          onEnter={add}
          invalid={problem !== null}
          className={compact ? 'input-sm w-24' : ''}
        />
        <button
          type="button"
          className={`btn btn-outline grow ${compact ? 'btn-sm' : ''}`}
          aria-label={`Add to order: ${tool.name}`}
          onClick={add}
        >
          Add to order
        </button>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {problem !== null && (
          <p className="text-error mt-1 flex items-center justify-between gap-2">
            {problem.problem}
            {problem.nearest !== null && (
              <button
                type="button"
                className="btn btn-xs btn-outline"
                onClick={() => change(problem.nearest ?? quantity)}
              >
                Take {pieces(problem.nearest)}
              </button>
            )}
          </p>
        )}
        {problem === null && said && (
          <p className="mt-1">
            {pieces(said.added)} added{said.now > said.added ? `, ${pieces(said.now)} in all` : ''}.{' '}
            <PageLink to="/basket" className="link">
              View basket
            </PageLink>
          </p>
        )}
      </div>
    </div>
  );
}
