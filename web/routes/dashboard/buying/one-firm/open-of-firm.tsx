import { useAccount } from '#web/queries/money/accounts.ts';
import { money } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { Part } from '#web/ui/part.tsx';

/** What is open of a firm, and the way to its account. */
export function OpenOfFirm({ firmId }: { firmId: string }) {
  const { data, error } = useAccount(firmId);
  return (
    <Part id="open-of-firm" title="What is open">
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-6 w-64" role="status" aria-label="Loading what is open" />}
      {data && (
        <p>
          {money(data.open)}, of it {money(data.overdue)} overdue
          {data.available !== null && <>; {money(data.available)} of the limit is left</>}
          {data.credit > 0 && <>; a credit of {money(data.credit)}</>}
          <span>.</span>
        </p>
      )}
      <p className="mt-1">
        <TextLink to={`/dashboard/companies/${firmId}/account`}>Account: what it owes and paid</TextLink>
      </p>
    </Part>
  );
}
