import { useAccount } from '#web/queries/money/accounts.ts';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';

/** What is open of a firm, and the way to its account. */
export function OpenOfFirm({ firmId }: { firmId: string }) {
  const { data, error } = useAccount(firmId);
  return (
    <section aria-labelledby="open-of-firm" className="mt-8">
      <h3 id="open-of-firm" className="mb-2 text-lg font-semibold">
        What is open
      </h3>
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-6 w-64" role="status" aria-label="Loading what is open" />}
      {data && (
        <p>
          {money(data.open)}, of it {money(data.overdue)} overdue
          {data.available !== null && <>; {money(data.available)} of the limit is left</>}
          {data.credit > 0 && <>; a credit of {money(data.credit)}</>}.
        </p>
      )}
      <p className="mt-1">
        <PageLink to={`/dashboard/companies/${firmId}/account`} className="link">
          Account: what it owes and paid
        </PageLink>
      </p>
    </section>
  );
}
