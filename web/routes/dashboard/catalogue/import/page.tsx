import { Link } from 'react-router';
import type { ImportProgress } from '#contract/catalogue/imports.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { ExportButton } from '#web/routes/dashboard/export-dialog.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DocumentDrop } from './document-drop.tsx';
import { ImportView } from './import-view.tsx';
import { PictureDrop } from './picture-drop.tsx';
import { SheetDrop } from './sheet-drop.tsx';
import { TaughtTable } from './taught-table.tsx';
import { useSheetImport } from './use-sheet-import.ts';

export const meta = metaOf({ title: 'Import Products', description: 'Many products at once, from a spreadsheet.' });

export default function ImportPage() {
  return (
    <RequirePermission permission="tools.write">
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <h2 className="text-xl font-semibold">Import Products</h2>
        <ExportButton sheets={['tools']} />
      </div>
      <Imports />
    </RequirePermission>
  );
}

/** One import, and those before it. */
function Imports() {
  const { id, show, readAgain } = useSheetImport('id');
  return (
    <>
      <SheetDrop onImport={show} />
      {id !== null && <ImportView key={id} id={id} readAgain={readAgain} />}
      <PictureDrop onImport={show} />
      <DocumentDrop onImport={show} />
      <h3 className="mb-2 text-lg font-semibold">Past imports</h3>
      <PagedTable
        query={usePersonalList(['imports'], 'GET /import', {})}
        one="import"
        label="Past imports"
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
      />
      <TaughtTable />
    </>
  );
}

const STEPS: Record<ImportProgress['step'], string> = {
  checking: 'Checking',
  checked: 'Not imported',
  committing: 'Importing',
  committed: 'Imported',
  reverting: 'Undoing',
  undoing: 'Undoing',
  undone: 'Undone',
};

const COLUMNS: Column<ImportProgress>[] = [
  { title: 'When', kind: 'tight', cell: ({ createdAt }) => moment(createdAt) },
  {
    title: 'File',
    names: true,
    cell: ({ _id, fileName }) => (
      <Link className="link break-all" to={`?id=${encodeURIComponent(_id)}`}>
        {fileName || 'A sheet'}
      </Link>
    ),
  },
  {
    title: 'Into',
    kind: 'tight',
    cell: ({ priceList }) =>
      priceList === null ? (
        'Products'
      ) : (
        <Link className="link" to={`/dashboard/priceLists/${priceList}`}>
          A price list
        </Link>
      ),
  },
  { title: 'Who', cell: ({ actor }) => actor },
  { title: 'New', kind: 'number', cell: ({ created }) => pieces(created) },
  { title: 'Changed', kind: 'number', cell: ({ changed }) => pieces(changed) },
  { title: 'Errors', kind: 'number', cell: ({ errorCount }) => pieces(errorCount) },
  {
    title: 'Status',
    kind: 'tight',
    cell: ({ step, state }) => (state === 'failed' ? 'Failed' : STEPS[step]),
  },
];
