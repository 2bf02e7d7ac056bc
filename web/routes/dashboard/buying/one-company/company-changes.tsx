import type { CompanyChange } from '#contract/buying/companies.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { day } from '#web/shell/format.ts';

/** That a company has another name or VAT number than it had; nothing of one that never changed them. */
export function CompanyChanges({ companyId }: { companyId: string }) {
  const params = { id: companyId };
  const { data: changes, error } = usePersonal(['companies', companyId, 'changes'], 'GET /company/:id/changes', {
    params,
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (!changes || changes.length === 0) return null;
  return (
    <section aria-labelledby="company-changes" className="alert alert-warning mt-4 block">
      <h3 id="company-changes" className="font-semibold">
        Changed by the company itself
      </h3>
      <ul className="mt-1 text-sm">
        {changes.map((change) => (
          <li key={change.at} className="break-words">
            {day(change.at)}: {changeText(change)}
            {change.by !== '' && <span>{`, by ${change.by}`}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function changeText({ changed: { name, vatId } }: CompanyChange): string {
  const words = [
    name && `name from ${name.from} to ${name.to}`,
    vatId && `VAT number from ${vatId.from || 'none'} to ${vatId.to || 'none'}`,
  ];
  return words.filter(Boolean).join(', ');
}
