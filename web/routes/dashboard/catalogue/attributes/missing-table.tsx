import type { MissingFacts } from '#contract/catalogue/attributes.ts';
import { ATTR } from '#contract/catalogue/facets.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { lackingAddress } from '#web/routes/dashboard/catalogue/manage-products/lacking.tsx';
import { pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

/** What tools lack, by category: where the catalogue has to be worked on. */
export function MissingTable() {
  const { data, error } = usePersonal(['attributes', 'missing'], 'GET /missing-facts', {});
  return (
    <section className="mt-10" aria-labelledby="missing">
      <h2 id="missing" className="mb-2 text-xl font-semibold">
        Missing details
      </h2>
      <p className="muted mb-4 max-w-prose">
        How many tools on sale lack each detail, by category. Each number links to those tools. An attribute counts if
        other tools in the category have it.
      </p>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <DataTable
          label="Missing details"
          columns={COLUMNS}
          rows={data}
          keyOf={({ category }) => category ?? ''}
          empty={<p>No tools are on sale.</p>}
        />
      )}
    </section>
  );
}

const COLUMNS: Column<MissingFacts>[] = [
  { title: 'Category', names: true, cell: ({ category }) => category ?? 'None' },
  { title: 'Tools', kind: 'number', cell: ({ category, tools }) => led(category, tools, 'Tools') },
  counted('picture', 'No picture of its own'),
  counted('weight', 'No weight'),
  counted('datasheet', 'No data sheet'),
  counted('certificate', 'No certificate'),
  { title: 'Attributes', cell: attributesOf },
];

function counted(fact: 'picture' | 'weight' | 'datasheet' | 'certificate', title: string): Column<MissingFacts> {
  return { title, kind: 'number', cell: (row) => led(row.category, row[fact], title, fact) };
}

/** A number that leads to the tools that it counts; none is no link. */
function led(category: string | null, count: number, title: string, fact?: string) {
  if (count === 0) return '0';
  return (
    <PageLink
      to={lackingAddress(category, fact)}
      className="link inline-block py-1"
      aria-label={`${pieces(count)}: ${title}, ${category ?? 'no category'}`}
    >
      {pieces(count)}
    </PageLink>
  );
}

function attributesOf({ category, attributes }: MissingFacts) {
  const lacking = attributes.filter(({ missing }) => missing > 0);
  if (attributes.length === 0) return 'None have any';
  if (lacking.length === 0) return 'Complete';
  return (
    <ul className="flex flex-wrap gap-x-3">
      {lacking.map(({ key, name, missing }) => (
        <li key={key}>
          {name}: {led(category, missing, `No ${name}`, ATTR + key)}
        </li>
      ))}
    </ul>
  );
}
