import { usePersonalTop } from '#web/queries/use-personal.ts';
import { counted } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** The companies that use a price list. */
export function CompaniesOfList({ listId }: { listId: string }) {
  const query = { priceList: listId, limit: 50 };
  const { data, error } = usePersonalTop(['companies', 'of-list', listId], 'GET /companies', { query });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <div className="skeleton mb-4 h-6 w-64" role="status" aria-label="Loading the companies" />;
  const { rows, total } = data;
  return (
    <p className="mb-4 break-words">
      {rows.length === 0 && <span>No company uses this list yet. Choose it on the company’s page.</span>}
      {rows.length > 0 && <span>{'Companies that use this list: '}</span>}
      {rows.map(({ _id, name }, index) => (
        <span key={_id}>
          {index > 0 && <span>{', '}</span>}
          <TextLink to={`/dashboard/companies/${_id}`}>{name}</TextLink>
        </span>
      ))}
      {total > rows.length && <span>{` and ${counted(total - rows.length, 'other')}`}</span>}
    </p>
  );
}
