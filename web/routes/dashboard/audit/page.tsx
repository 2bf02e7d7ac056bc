import type { AuditEntry } from '#contract/admin.ts';
import { useAudit } from '#web/queries/audit.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { moment } from '#web/shell/moment.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import type { Route } from './+types/page.ts';
import { describeAction } from './describe-action.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Audit Log', description: 'Who changed what, and when.' });

export default function AuditPage() {
  const user = useDashboardUser();
  return (
    <RequirePermission user={user} permission="audit">
      <h2 className="mb-4 text-xl font-semibold">Audit Log</h2>
      <Entries />
    </RequirePermission>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { id: 'when', title: 'When', kind: 'tight', cell: ({ createdAt }) => moment(createdAt) },
  { id: 'who', title: 'Who', cell: ({ actor }) => actor },
  { id: 'what', title: 'What', names: true, cell: describeAction },
];

function Entries() {
  return (
    <PagedTable
      query={useAudit(useDashboardUser())}
      one="entry"
      many="entries"
      label="Audit log"
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}
