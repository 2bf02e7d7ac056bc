import { useState } from 'react';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useSavePriceList } from '#web/queries/catalogue/price-lists.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Name, percentage and days of a price list. */
export function PriceListDialog({ list, onClose }: { list: PriceList | undefined; onClose: () => void }) {
  const [name, setName] = useState(list?.name ?? '');
  const [percentOff, setPercentOff] = useState(String(list?.percentOff ?? 0));
  const [from, setFrom] = useState(list?.from ?? '');
  const [until, setUntil] = useState(list?.until ?? '');
  const save = useSavePriceList();
  const action = useAction();
  const submit = async () => {
    const saved = await action.run(() =>
      save.mutateAsync({
        id: list?._id,
        name,
        percentOff: Number(percentOff),
        from: from || null,
        until: until || null,
        ...(list ? { version: list.version } : {}),
      }),
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
        hint="Where the list has no price of its own for a tool"
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
