import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditEntry } from '#contract/people/audit.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { type AuditSearch, fetchAuditSheet } from '#web/queries/people/audit.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, DayField, dayOf, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { saveFile } from '#web/shell/save-file.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { describeAction } from './describe-action.ts';
import { PutBackDialog } from './put-back-dialog.tsx';

export const meta = metaOf({ title: 'Audit Log', description: 'Who changed what, and when.' });

const SUBJECTS = {
  tool: 'Products',
  'tool.price-changed': 'Prices',
  'tool.stock-changed': 'Stock',
  goods: 'Incoming goods',
  settings: 'Settings',
  user: 'Users',
  order: 'Orders',
  company: 'Companies',
  'price-list': 'Price lists',
};

export default function AuditPage() {
  return (
    <RequirePermission permission="audit">
      <h2 className="mb-4 text-xl font-semibold">Audit Log</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Who did it" name="who" />
        <SearchField label="Product, order or user" name="about" />
        <ChoiceField label="About" name="what" options={{ '': 'Everything', ...SUBJECTS }} />
        <DayField label="From day" name="from" />
        <DayField label="To day" name="to" />
      </div>
      <Entries />
    </RequirePermission>
  );
}

function columns(onPutBack: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    { title: 'When', kind: 'tight', cell: ({ createdAt }) => moment(createdAt) },
    { title: 'Who', cell: ({ actor }) => actor },
    { title: 'What', names: true, cell: describeAction },
    {
      title: 'Undo',
      kind: 'tight',
      cell: (entry) => entry.canPutBack && <RowButton onClick={() => onPutBack(entry)}>Undo</RowButton>,
    },
  ];
}

function Entries() {
  const [search] = useSearchParams();
  const [undone, setUndone] = useState<AuditEntry | null>(null);
  const sought: AuditSearch = {
    who: search.get('who') ?? undefined,
    about: search.get('about') ?? undefined,
    what: chosen(search, 'what', SUBJECTS),
    from: dayOf(search, 'from'),
    to: dayOf(search, 'to'),
  };
  return (
    <>
      <PagedTable
        query={usePersonalList(['audit', sought], 'GET /audit', { query: sought })}
        one="entry"
        many="entries"
        label="Audit log"
        columns={columns(setUndone)}
        keyOf={({ _id }) => _id}
        tools={<SheetButton search={sought} />}
      />
      {undone && <PutBackDialog entry={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

function SheetButton({ search }: { search: AuditSearch }) {
  const { busy, problem, run } = useAction();
  const save = () => run(async () => saveFile(await fetchAuditSheet(search)));
  return (
    <>
      <button type="button" className="btn btn-sm" disabled={busy} onClick={() => void save()}>
        Save as CSV
      </button>
      <FormProblem message={problem?.message} />
    </>
  );
}
