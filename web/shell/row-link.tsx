import { PageLink } from './page-link.tsx';
import { useRowName } from '#web/ui/data-table/row-name.ts';

/** A link in a row of a data table, read out with the row's name. */
export function RowLink({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="link" {...useRowName()}>
      {children}
    </PageLink>
  );
}
