import { useState } from 'react';
import { MAX_LIST_NAME } from '#contract/limits.ts';
import type { MyCompany } from '#contract/buying/companies.ts';
import type { ListSummary } from '#contract/buying/named-lists.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { giveList, mergeList, removeList, renameList } from '#web/queries/list-calls.ts';
import { counted } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

type NamedList = Pick<ListSummary, '_id' | 'name' | 'lineCount'>;

/** Gives a list another name. */
export function RenameListDialog({ list, onClose }: { list: NamedList; onClose: () => void }) {
  const [name, setName] = useState(list.name);
  const action = useAction();
  const submit = async () => {
    if (await action.run(() => renameList(list._id, name.trim()))) onClose();
  };
  return (
    <FormDialog
      title="Rename list"
      submit="Rename"
      problem={undefined}
      changed={name !== list.name}
      busy={action.busy || name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="List name"
        autoComplete="off"
        maxLength={MAX_LIST_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={action.problem ?? undefined}
      />
    </FormDialog>
  );
}

interface MergeProps {
  list: NamedList;
  lists: readonly ListSummary[];
  onClose: () => void;
}

/** Merges another list into this one and deletes it. */
export function MergeListDialog({ list, lists, onClose }: MergeProps) {
  const others = lists.filter(({ _id }) => _id !== list._id);
  const [from, setFrom] = useState(others[0]?._id ?? '');
  const action = useAction();
  const submit = async () => {
    if (!(await action.run(() => mergeList(list._id, from)))) return;
    toast.success(
      `“${others.find(({ _id }) => _id === from)?.name ?? 'The other list'}” was merged into “${list.name}”`,
    );
    onClose();
  };
  return (
    <FormDialog
      title={`Merge into ${list.name}`}
      submit="Merge"
      problem={action.problem?.message}
      changed={false}
      busy={action.busy || from === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="List to merge into it"
        options={others.map(({ _id, name, lineCount }) => [_id, `${name} (${counted(lineCount, 'line')})`] as const)}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <p className="mt-3">If a tool is in both, the larger quantity is kept. The other list is then deleted.</p>
    </FormDialog>
  );
}

/** Gives a list to a company, whose people see it from then on. */
export function GiveListDialog({
  list,
  companies,
  onClose,
}: {
  list: NamedList;
  companies: readonly MyCompany[];
  onClose: () => void;
}) {
  const [to, setTo] = useState(companies[0]?._id ?? '');
  const action = useAction();
  const submit = async () => {
    if (!(await action.run(() => giveList(list._id, to)))) return;
    toast.success(`“${list.name}” now belongs to ${companies.find(({ _id }) => _id === to)?.name ?? 'the company'}`);
    onClose();
  };
  return (
    <FormDialog
      title={`Give ${list.name} to a company`}
      submit="Give"
      problem={action.problem?.message}
      changed={false}
      busy={action.busy || to === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Company"
        options={companies.map(({ _id, name }) => [_id, name] as const)}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <p className="mt-3">
        Everyone in the company will see the list, and those who order for it can change it. It then stays with the
        company.
      </p>
    </FormDialog>
  );
}

interface DeleteProps {
  list: NamedList;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a list is deleted. */
export function DeleteListDialog({ list, onClose, onDeleted }: DeleteProps) {
  return (
    <ConfirmOrSayWhy action="Delete" run={() => removeList(list._id)} onDone={onDeleted} onClose={onClose}>
      The list <strong>{list.name}</strong> with {counted(list.lineCount, 'line')} will be deleted. Orders and the
      basket stay as they are.
    </ConfirmOrSayWhy>
  );
}
