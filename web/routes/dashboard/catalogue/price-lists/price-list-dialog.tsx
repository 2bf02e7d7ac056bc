import { useState } from 'react';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Name, percentage and days of a price list. */
export function PriceListDialog({ list, onClose }: { list: PriceList | undefined; onClose: () => void }) {
  const [name, setName] = useState(list?.name ?? '');
  const [percentOff, setPercentOff] = useState(String(list?.percentOff ?? 0));
  const [from, setFrom] = useState(list?.from ?? '');
  const [until, setUntil] = useState(list?.until ?? '');
  const action = useAction();
  const submit = async () => {
    const body = { name, percentOff, from: from || null, until: until || null };
    const saved = await action.run(() =>
      list
        ? userChange('PUT /price-list/:id', { params: { id: list._id }, body: { ...body, version: list.version } })
        : userChange('POST /price-list', { body }),
    );
    if (saved) onClose();
  };
  return (
    <FormDialog
      title={list ? `Change ${list.name}` : 'New price list'}
      submit="Save"
      problem={action.problem?.message}
      changed={name !== (list?.name ?? '')}
      busy={action.busy || name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name of the list"
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <NumberField
        label="Percent off each price"
        hint="For tools without a special price in the list"
        value={percentOff}
        onChange={({ target }) => setPercentOff(target.value)}
      />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <TextField label="First day" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField label="Last day" type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </div>
    </FormDialog>
  );
}
