import { usePersonalTop } from '#web/queries/use-personal.ts';
import { QUOTE_COLUMNS } from '#web/routes/dashboard/buying/quotes/columns.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { Part } from '#web/ui/part.tsx';

/** The newest quotes that a customer asked for. */
export function CustomerQuotes({ userId }: { userId: string }) {
  const { data, error } = usePersonalTop(['quotes', 'newest', userId], 'GET /quotes', { query: { userId, limit: 10 } });
  return (
    <Part id="quotes-of-customer" title="Quotes">
      {error ? (
        <QueryProblem heading="h2" title="The quotes cannot be shown" message={error.message} />
      ) : (
        <DataTable
          label="Quotes of the customer"
          columns={QUOTE_COLUMNS}
          rows={data?.rows}
          keyOf={({ _id }) => _id}
          empty={<p>No quotes yet.</p>}
        />
      )}
      {data && data.total > data.rows.length && (
        <p className="muted mt-2 text-sm">
          The latest {data.rows.length} of {data.total}.
        </p>
      )}
    </Part>
  );
}
