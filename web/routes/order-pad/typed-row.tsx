import { useRef, useState } from 'react';
import { lineProblem, suggestIn } from '#contract/buying/quantities.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { say } from '#web/saying/say.ts';
import { ToolPicker } from './tool-picker.tsx';

/** The row for typing: a tool, a quantity, Enter, and the next one. */
export function TypedRow({ onAdd }: { onAdd: (tool: Tool, quantity: number, pack?: CountUnit) => void }) {
  const [tool, setTool] = useState<Tool | null>(null);
  /** Pieces. */
  const [quantity, setQuantity] = useState(0);
  const [pack, setPack] = useState<CountUnit>();
  const [round, setRound] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const problem = tool && quantity > 0 ? lineProblem(tool, quantity) : null;
  const nearest = tool && problem ? suggestIn(tool, quantity, pack) : null;
  const focus = (selector: string) =>
    requestAnimationFrame(() => row.current?.querySelector<HTMLInputElement>(selector)?.focus());
  const add = () => {
    if (!tool || quantity === 0 || problem !== null) return;
    onAdd(tool, quantity, pack);
    setTool(null);
    setRound((count) => count + 1);
    focus('[role=combobox]');
  };
  return (
    <div id="typed-row" ref={row} className="mt-3 grid gap-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_auto] sm:items-start">
      {tool ? (
        <p className="input flex w-full items-center justify-between gap-2">
          <span className="truncate">
            <span className="font-medium">{tool.name}</span> <span className="muted tabular-nums">{tool.sku}</span>
          </span>
          <button type="button" className="btn btn-ghost btn-xs" onClick={() => setTool(null)}>
            {say('Change')}
          </button>
        </p>
      ) : (
        <ToolPicker
          key={round}
          label={say('Add a row: SKU or name')}
          placeholder={say('SKU or name')}
          onPick={(picked) => {
            setTool(picked);
            setQuantity(picked.minOrderQuantity);
            setPack(undefined);
            focus('input[inputmode=numeric]');
          }}
        />
      )}
      {tool && (
        <>
          <PackedQuantity
            name={tool.name}
            packs={tool.packs}
            pack={pack}
            value={quantity}
            terms={tool}
            onChange={(typed, chosen) => {
              setQuantity(typed);
              setPack(chosen);
            }}
            onEnter={add}
            invalid={problem !== null}
          />
          <button type="button" className="btn btn-outline" onClick={add}>
            {say('Add row')}
          </button>
        </>
      )}
      <p role="status" className="text-error text-sm empty:hidden sm:col-span-3">
        {tool && problem && (
          <>
            {lineProblemText(problem, tool)}{' '}
            {nearest !== null && <TakeButton quantity={nearest} pack={pack} onTake={setQuantity} />}
          </>
        )}
      </p>
    </div>
  );
}
