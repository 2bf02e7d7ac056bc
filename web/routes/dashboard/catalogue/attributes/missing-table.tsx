import type { MissingFacts } from '#contract/catalogue/attributes.ts';
import { useMissingFacts } from '#web/queries/catalogue/attributes.ts';
import type { SessionUser } from '#web/session/user.ts';
import { pieces } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

/** What tools lack, by category: where the catalogue has to be worked on. */
export function MissingTable({ user }: { user: SessionUser }) {
  const { data, error } = useMissingFacts(user);
  return (
    <section className="mt-10" aria-labelledby="missing">
      <h2 id="missing" className="mb-2 text-xl font-semibold">
        What is missing
      </h2>
      <p className="muted mb-4 max-w-prose">
        Of each category, how many tools that are for sale lack it. An attribute counts where others of the category
        have it.
      </p>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <DataTable
          label="What is missing"
          columns={COLUMNS}
          rows={data}
          keyOf={({ category }) => category ?? ''}
          empty={<p>No tool is for sale.</p>}
        />
      )}
    </section>
  );
}

const COLUMNS: Column<MissingFacts>[] = [
  { id: 'category', title: 'Category', names: true, cell: ({ category }) => category ?? 'None' },
  { id: 'tools', title: 'Tools', kind: 'number', cell: ({ tools }) => pieces(tools) },
  { id: 'picture', title: 'No own picture', kind: 'number', cell: ({ picture }) => pieces(picture) },
  { id: 'weight', title: 'No weight', kind: 'number', cell: ({ weight }) => pieces(weight) },
  { id: 'datasheet', title: 'No data sheet', kind: 'number', cell: ({ datasheet }) => pieces(datasheet) },
  { id: 'certificate', title: 'No certificate', kind: 'number', cell: ({ certificate }) => pieces(certificate) },
  { id: 'attributes', title: 'Attributes', cell: attributesOf },
];

function attributesOf({ attributes }: MissingFacts): string {
  const lacking = attributes.filter(({ missing }) => missing > 0);
  if (attributes.length === 0) return 'None has any';
  return lacking.map(({ name, missing }) => `${name}: ${pieces(missing)}`).join(', ') || 'All there';
}
