import { useMay } from '#web/queries/people/role.ts';
import { TextLink } from '#web/shell/text-link.tsx';

/** Somebody's name, and for staff who may open it the way to their page; null: their account is removed. */
export function CustomerLink({ userId, children }: { userId: string | null; children: string }) {
  const may = useMay();
  if (userId === null || !may('companies.read')) return children;
  return <TextLink to={`/dashboard/customers/${userId}`}>{children}</TextLink>;
}
