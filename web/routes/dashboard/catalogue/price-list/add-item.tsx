import { type FormEvent, useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { findTools } from '#web/queries/catalogue/find-tools.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import type { PricedTool } from './item-dialog.tsx';

const MOST = 8;
const LONGEST_MS = 20_000;

/** Finds a tool to give it a price of its own in the list. */
export function AddItem({ onChosen }: { onChosen: (tool: PricedTool) => void }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Tool[] | null>(null);
  const action = useAction();
  const search = async (event: FormEvent) => {
    event.preventDefault();
    await action.run(async () => {
      setFound((await findTools(typed.trim(), MOST, AbortSignal.timeout(LONGEST_MS))).rows);
    });
  };
  return (
    <form aria-label="Add a tool" onSubmit={(event) => void search(event)}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-xs">
          <TextField
            label="Tool to add"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={action.problem ?? undefined}
          />
        </div>
        <button className="btn btn-sm mb-2" disabled={action.busy || typed.trim() === ''}>
          Find
        </button>
      </div>
      <div role="status">
        {found?.length === 0 && <p>No tools match.</p>}
        {found && found.length > 0 && (
          <ul className="grid gap-1">
            {found.map((tool) => (
              <li key={tool._id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-words">
                  {tool.name}, {moneyPer(tool.price, tool.priceUnit)}
                </span>
                <button
                  type="button"
                  className="btn btn-sm"
                  aria-label={`Set a price for ${tool.name}`}
                  // The list stays, so that the button is there to have the focus again.
                  onClick={() =>
                    onChosen({
                      toolId: tool._id,
                      tool: tool.name,
                      priceUnit: tool.priceUnit,
                      price: tool.price,
                      priceBreaks: tool.priceBreaks,
                    })
                  }
                >
                  Set a price
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}
