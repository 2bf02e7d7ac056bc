import { useState } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { pieces } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { type StockMove, MOVES, stockChangeOf } from './stock-move.ts';
import { Sku } from '#web/shell/sku.tsx';

/** Adds to or takes from a tool's stock with a reason; a difference, so that no sale meanwhile is undone. */
export function StockDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const [move, setMove] = useState<StockMove>('received');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ change?: string; reason?: string; root?: string }>({});
  const stock = useChange('POST /tool/:id/stock');
  const { label, reason: usual, hint } = MOVES[move];
  const change = stockChangeOf(move, typed, tool.availableQuantity);
  const submit = async () => {
    if (change === null) {
      setWrong({
        change: move === 'counted' ? 'Enter a whole number of pieces' : 'Enter a whole number of pieces above 0',
      });
      return;
    }
    if (change === 0) {
      toast.info('Same as the current stock: nothing to change');
      return void onClose();
    }
    try {
      const body = { change, reason: reason.trim() || usual };
      const { availableQuantity } = await stock.mutateAsync({ params: { id: tool._id }, body });
      toast.success(`${tool.name}: ${pieces(availableQuantity)} in stock now`);
      onClose();
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The stock could not be changed.';
      const path = error instanceof ApiError ? error.issues[0]?.path : undefined;
      setWrong(path === 'change' || path === 'reason' ? { [path]: message } : { root: message });
    }
  };
  return (
    <FormDialog
      title={`Stock of ${tool.name}`}
      submit={
        change === null || change === 0
          ? 'Change stock'
          : `${change > 0 ? 'Add' : 'Remove'} ${pieces(Math.abs(change))}`
      }
      problem={wrong.root}
      changed={typed !== '' || reason !== ''}
      busy={stock.isPending}
      onSubmit={async () => {
        setWrong({});
        await submit();
      }}
      onClose={onClose}
    >
      <Sku sku={tool.sku} />
      <p>
        The shop has <strong>{pieces(tool.availableQuantity)}</strong> to sell.
      </p>
      <fieldset className="mt-3">
        <legend className="label text-base-content text-sm">What happened</legend>
        <div className="mt-1 flex flex-wrap gap-4">
          {(Object.keys(MOVES) as StockMove[]).map((each) => (
            <label key={each} className="label text-base-content gap-2">
              <input
                type="radio"
                name="move"
                className="radio radio-sm"
                checked={each === move}
                onChange={() => setMove(each)}
              />
              {MOVES[each].title}
            </label>
          ))}
        </div>
      </fieldset>
      <NumberField
        label={label}
        whole
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={wrong.change === undefined ? undefined : { message: wrong.change }}
        hint={hint}
      />
      <TextField
        label="Reason"
        placeholder={usual}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={wrong.reason === undefined ? undefined : { message: wrong.reason }}
      />
      {change !== null && change !== 0 && (
        <p role="status" className="mt-2">
          {pieces(tool.availableQuantity)} {change > 0 ? '+' : '−'} {pieces(Math.abs(change))} ={' '}
          {pieces(tool.availableQuantity + change)}, minus what is sold in the meantime.
        </p>
      )}
    </FormDialog>
  );
}
