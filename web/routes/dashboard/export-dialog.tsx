import { useState } from 'react';
import { SelectField } from '#web/forms/select-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { exportBooks, exportTools } from '#web/queries/money/exports.ts';
import { useMay } from '#web/queries/people/role.ts';
import { today } from '#web/shell/format.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { daysOf, monthsBack } from './months.ts';

/** What a sheet can be made of. */
const SHEETS = { tools: 'Products', orders: 'Orders', quotes: 'Quotes', invoices: 'Invoices and credit notes' };
type Sheet = keyof typeof SHEETS;
const FORMATS = { csv: 'CSV', xlsx: 'Excel (XLSX)' };

/** What the columns of each sheet add up to, and by which day it is chosen. */
const SAID: Partial<Record<Sheet, string>> = {
  orders:
    'Orders by the day they were placed: goods + freight + tax = total, total − refunded = totalAfterRefunds, with the refunds made so far.',
  quotes:
    'Quotes by the day they were asked for, each with its latest version: goods + freight + tax = total. listPrice is the goods at list prices.',
  invoices:
    'By the day they were issued. net excludes tax. Credit notes are negative, so that every column adds up to the books.',
};

/** A button that saves sheets as files: the products, or the orders, quotes and papers of a month; for whom it is allowed. */
export function ExportButton({ sheets }: { sheets: readonly Sheet[] }) {
  const [open, setOpen] = useState(false);
  const may = useMay();
  if (!may('export')) return null;
  return (
    <>
      <button type="button" className="btn btn-sm btn-outline" onClick={() => setOpen(true)}>
        Export …
      </button>
      {open && <ExportDialog sheets={sheets} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ sheets, onClose }: { sheets: readonly Sheet[]; onClose: () => void }) {
  const [sheet, setSheet] = useState<Sheet>(sheets[0] ?? 'tools');
  const [month, setMonth] = useState('');
  const [months] = useState(() => monthsBack(today()));
  const [format, setFormat] = useState<keyof typeof FORMATS>('csv');
  const action = useAction();
  const save = () =>
    action.run(async () => {
      const days = month === '' || sheet === 'tools' ? {} : daysOf(month);
      const file = sheet === 'tools' ? await exportTools(format) : await exportBooks(sheet, { format, ...days });
      await saveFile(file, `${[sheet, ...(month === '' ? [] : [month])].join('-')}.${format}`);
    });
  return (
    <FormDialog
      title="Export"
      submit="Save the file"
      problem={action.problem?.message}
      changed={false}
      busy={action.busy}
      onSubmit={async () => {
        if (await save()) onClose();
      }}
      onClose={onClose}
    >
      {sheets.length > 1 && (
        <SelectField
          label="Data"
          value={sheet}
          options={sheets.map((each) => [each, SHEETS[each]])}
          onChange={({ target }) => setSheet(target.value as Sheet)}
        />
      )}
      {sheet !== 'tools' && (
        <SelectField
          label="Month"
          value={month}
          options={[['', 'All'], ...months]}
          onChange={({ target }) => setMonth(target.value)}
        />
      )}
      <SelectField
        label="File"
        value={format}
        options={Object.entries(FORMATS)}
        onChange={({ target }) => setFormat(target.value as keyof typeof FORMATS)}
      />
      {SAID[sheet] !== undefined && <p className="muted mt-3 text-sm">{SAID[sheet]}</p>}
    </FormDialog>
  );
}
