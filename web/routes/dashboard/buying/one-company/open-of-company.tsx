import { useAccount } from '#web/queries/money/accounts.ts';
import { money } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { Part } from '#web/ui/part.tsx';

/** What is open of a company, and the way to its account. */
export function OpenOfCompany({ companyId }: { companyId: string }) {
  const { data, error } = useAccount(companyId);
  return (
    <Part id="open-of-company" title="Open balance">
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-6 w-64" role="status" aria-label="Loading the open balance" />}
      {data && (
        <p>
          {money(data.open)}, {money(data.overdue)} of it overdue
          {data.available !== null && <>; {money(data.available)} of the limit is left</>}
          {data.credit > 0 && <>; a credit of {money(data.credit)}</>}
          <span>.</span>
        </p>
      )}
      <p className="mt-1">
        <TextLink to={`/dashboard/companies/${companyId}/account`}>Account: what it owes and has paid</TextLink>
      </p>
    </Part>
  );
}
