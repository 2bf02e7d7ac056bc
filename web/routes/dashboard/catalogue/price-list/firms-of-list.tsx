import { usePersonalTop } from '#web/queries/use-personal.ts';
import { counted } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** Who buys by a list. */
export function FirmsOfList({ listId }: { listId: string }) {
  const query = { priceList: listId, limit: 50 };
  const { data, error } = usePersonalTop(['firms', 'of-list', listId], 'GET /companies', { query });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <div className="skeleton mb-4 h-6 w-64" role="status" aria-label="Loading who buys by it" />;
  const { rows, total } = data;
  return (
    <p className="mb-4 break-words">
      {rows.length === 0 && <span>No firm buys by it yet: say so on the page of the firm.</span>}
      {rows.length > 0 && <span>{'Firms that buy by it: '}</span>}
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
