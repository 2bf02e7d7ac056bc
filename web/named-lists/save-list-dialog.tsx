import { useEffect, useState } from 'react';
import { MAX_LIST_NAME } from '#contract/limits.ts';
import type { ListSummary } from '#contract/buying/named-lists.ts';
import type { BasketLine } from '#web/basket/basket.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { addList, changeList, fetchLists } from '#web/queries/list-calls.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { say } from '#web/saying/say.ts';

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
  useEffect(() => {
    // Without them, a new list can be made all the same.
    fetchLists().then(setLists, () => {});
  }, []);
  const known = lists.find(({ _id }) => _id === into);
  const submit = async () => {
    const saved = await action.run(() => (known ? changeList(known._id, lines) : addList(name.trim(), lines)));
    if (!saved) return;
    toast.success(
      say('{count, plural, one {# line} other {# lines}} saved in “{name}”', {
        count: lines.length,
        name: known?.name ?? name.trim(),
      }),
    );
    onClose();
  };
  const isNameProblem = action.problem?.code === 'LIST_NAME_TAKEN' || action.problem?.code === 'VALIDATION_ERROR';
  return (
    <FormDialog
      title={say('Save as list')}
      submit={say('Save')}
      problem={isNameProblem ? undefined : action.problem?.message}
      changed={name.trim() !== suggestion}
      busy={action.busy || (!known && name.trim() === '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mb-3">
        {say(
          '{count, plural, one {# line} other {# lines}} will be saved under My Lists, ready to add to your basket whenever you need them.',
          { count: lines.length },
        )}
      </p>
      {lists.length > 0 && (
        <SelectField
          label={say('Save in')}
          options={[
            ['', 'A new list'],
            ...lists.map(
              ({ _id, name, lineCount }) =>
                [_id, `${name} (${say('{lineCount, plural, one {# line} other {# lines}}', { lineCount })})`] as const,
            ),
          ]}
          value={into}
          onChange={({ target }) => setInto(target.value)}
          hint={known && say('Tools in both get the new quantities.')}
        />
      )}
      {!known && (
        <TextField
          label={say('List name')}
          autoComplete="off"
          placeholder={say('Van stock')}
          maxLength={MAX_LIST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isNameProblem && action.problem ? action.problem : undefined}
        />
      )}
    </FormDialog>
  );
}
