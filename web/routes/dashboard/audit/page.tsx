import type { AuditEntry } from '#contract/admin.ts';
import { useAudit } from '#web/api/admin.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { ListParts } from '#web/routes/dashboard/list-parts.tsx';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { moment } from '#web/shell/moment.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { describeDeed } from './describe-deed.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Audit Log', description: 'Who changed what, and when.' });

export default function AuditPage() {
  const user = useDashboardUser();
  return (
    <RequireAdmin user={user}>
      <h2 className="mb-4 text-xl font-semibold">Audit Log</h2>
      <Entries />
    </RequireAdmin>
  );
}

function Entries() {
  return (
    <ListParts query={useAudit(useDashboardUser())} one="entry" many="entries">
      {(entries) => <AuditTable entries={entries} />}
    </ListParts>
  );
}

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Audit log">
      <table className="stacked table-sm table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry._id}>
              <td data-label="When" className="whitespace-nowrap tabular-nums">
                {moment(entry.createdAt)}
              </td>
              <td data-label="Who">{entry.actor}</td>
              <td data-label="What">{describeDeed(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
