import { type FormEvent, useEffect, useId, useState } from 'react';
import { MAX_LIST_NAME } from '#contract/list-names.ts';
import type { ListSummary } from '#contract/named-lists.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { addList, changeList, fetchLists } from '#web/queries/list-calls.ts';
import { counted } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  lines: readonly BasketLine[];
  suggestion: string;
  onClose: () => void;
}

/** Asks for the list's name, or for a list that is there already. */
export function SaveListDialog({ lines, suggestion, onClose }: Props) {
  const [lists, setLists] = useState<ListSummary[]>([]);
  const [into, setInto] = useState('');
  const [name, setName] = useState(suggestion);
  const action = useAction();
  const id = useId();
  useEffect(() => {
    // Without them, a new list can be made all the same.
    fetchLists().then(setLists, () => {});
  }, []);
  const known = lists.find(({ _id }) => _id === into);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await action.run(() => (known ? changeList(known._id, lines) : addList(name.trim(), lines)));
    if (!saved) return;
    toast.success(`${counted(lines.length, 'line')} saved in “${known?.name ?? name.trim()}”`);
    onClose();
  };
  const isNameProblem = action.problem?.code === 'LIST_NAME_TAKEN' || action.problem?.code === 'VALIDATION_ERROR';
  return (
    <FormDialog
      title="Save as list"
      submit="Save"
      problem={isNameProblem ? undefined : action.problem?.message}
      changed={name.trim() !== suggestion}
      busy={action.busy || (!known && name.trim() === '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mb-3">
        {counted(lines.length, 'line')} will be kept under My Lists, to be put into the basket whenever you need them.
      </p>
      {lists.length > 0 && (
        <div className="fieldset">
          <label htmlFor={`${id}-into`} className="label text-base-content">
            Save in
          </label>
          <select
            id={`${id}-into`}
            className="select w-full"
            value={into}
            onChange={({ target }) => setInto(target.value)}
          >
            <option value="">A new list</option>
            {lists.map((list) => (
              <option key={list._id} value={list._id}>
                {list.name} ({counted(list.lineCount, 'line')})
              </option>
            ))}
          </select>
          {known && <p>Tools that are in both get the quantities of now.</p>}
        </div>
      )}
      {!known && (
        <TextField
          label="List name"
          autoComplete="off"
          placeholder="Van stock"
          maxLength={MAX_LIST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isNameProblem && action.problem ? action.problem : undefined}
        />
      )}
    </FormDialog>
  );
}
