import { useState } from 'react';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { DryRun } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useAttributes } from '#web/queries/catalogue/attributes.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';
import { SaveDialog } from '#web/routes/dashboard/catalogue/sheet/save-dialog.tsx';
import { counted } from '#web/shell/format.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { type BulkChange, bulkSheet, percentOf, wordsOf } from './bulk-change.ts';
import { BulkUndo } from './bulk-undo.tsx';

const WHAT = [
  ['price', 'Price, by percent'],
  ['category', 'Category'],
  ['onSale', 'On sale'],
  ['attribute', 'An attribute'],
] as const;
type What = (typeof WHAT)[number][0];

const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

interface Props {
  count: number;
  /** The products as they are now. */
  read: () => Promise<readonly Tool[]>;
  onClose: () => void;
}

/** Changes one thing of several products, by an import: what it would do is seen before, and can be taken back after. */
export function BulkDialog({ count, read, onClose }: Props) {
  const { data: attributes = [] } = useAttributes();
  const [what, setWhat] = useState<What>('price');
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [found, setFound] = useState<DryRun | null>(null);
  const [written, setWritten] = useState<DryRun | null>(null);
  const action = useAction();
  const attribute = attributes.find((each) => each.key === key) ?? attributes[0];
  const turnTo = (next: What) => {
    setWhat(next);
    setTyped(next === 'onSale' ? 'true' : '');
    setWrong(null);
  };
  const look = async () => {
    const change = changeOf(what, typed, attribute);
    setWrong(typeof change === 'string' ? change : null);
    if (typeof change === 'string') return;
    await action.run(async () => {
      const sheet = new Blob([bulkSheet(await read(), change)], { type: 'text/csv' });
      const answer = await sendSheet(wordsOf(change), sheet);
      if (answer.errorCount > 0) setWrong(problemOf(answer));
      else if (answer.changed === 0) setWrong('These products already have that value.');
      else setFound(answer);
    });
  };
  if (written) return <BulkUndo found={written} onClose={onClose} />;
  if (found) return <SaveDialog found={found} onWritten={() => setWritten(found)} onClose={() => setFound(null)} />;
  return (
    <FormDialog
      title={`Change ${counted(count, 'product')}`}
      submit="See what changes"
      problem={action.problem?.message}
      changed={typed !== '' && what !== 'onSale'}
      busy={action.busy}
      onSubmit={look}
      onClose={onClose}
    >
      <SelectField label="Field" options={WHAT} value={what} onChange={({ target }) => turnTo(target.value as What)} />
      {what === 'attribute' && (
        <SelectField
          label="Attribute"
          options={attributes.map(({ key: each, name }) => [each, name])}
          value={attribute?.key ?? ''}
          onChange={({ target }) => {
            setKey(target.value);
            setTyped('');
          }}
        />
      )}
      {what === 'onSale' || (what === 'attribute' && attribute?.kind === 'flag') ? (
        <SelectField
          label={what === 'onSale' ? 'Sold' : (attribute?.name ?? '')}
          options={what === 'onSale' ? YES_NO : [['', 'Not set'], ...YES_NO]}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={wrong === null ? undefined : { message: wrong }}
        />
      ) : (
        <TextField
          {...wordsFor(what, attribute)}
          maxLength={80}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={wrong === null ? undefined : { message: wrong }}
        />
      )}
      <p className="muted mt-3 text-sm">You see all changes before anything is saved.</p>
    </FormDialog>
  );
}

function wordsFor(what: What, attribute: Attribute | undefined): { label: string; hint: string } {
  if (what === 'price')
    return { label: 'Percent', hint: '3 raises the price, -2.5 lowers it. Price breaks change with it.' };
  if (what === 'category') return { label: 'Category', hint: 'Leave empty to remove it.' };
  const unit = attribute?.unit ?? null;
  return {
    label: `${attribute?.name ?? 'Value'}${unit === null ? '' : ` in ${unit}`}`,
    hint:
      unit === null
        ? 'Leave empty to remove it.'
        : 'Leave empty to remove it. Add the unit if it is another, as in 1/2 in.',
  };
}

/** What was typed as a change; a sentence where it is none. */
function changeOf(what: What, typed: string, attribute: Attribute | undefined): BulkChange | string {
  if (what === 'price') {
    const percent = percentOf(typed);
    return percent === null ? 'Enter a percentage such as 3 or -2.5' : { what, percent };
  }
  if (what === 'category') return { what, category: typed.trim() };
  if (what === 'onSale') return { what, onSale: typed === 'true' };
  if (!attribute) return 'The shop has no attributes yet.';
  return { what, name: attribute.name, value: attribute.kind === 'flag' ? flagWord(typed) : typed.trim() };
}

function flagWord(typed: string): string {
  return typed === '' ? '' : typed === 'true' ? 'yes' : 'no';
}

/** Equal problems of many products are one. */
function problemOf({ problems, errors }: DryRun): string {
  const [first] = problems;
  if (!first) return errors[0]?.message ?? 'Invalid value.';
  return `${counted(first.count, 'product')}: ${first.message}.`;
}
