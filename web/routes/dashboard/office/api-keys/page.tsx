import { useState } from 'react';
import type { ApiKey, MadeApiKey } from '#contract/office/api-keys.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SecretDialog } from '#web/routes/dashboard/secret-dialog.tsx';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';

export const meta = metaOf({ title: 'API Keys', description: 'Keys with which other systems call the shop.' });

export default function ApiKeysPage() {
  return (
    <RequirePermission permission="api-keys">
      <h2 className="mb-2 text-xl font-semibold">API Keys</h2>
      <p className="muted mb-4 max-w-prose">
        With a key, another system, such as an ERP, can call the shop in your name, as far as the key allows. See{' '}
        <a className="link" href="/docs">
          the API documentation
        </a>
        .
      </p>
      <Keys />
    </RequirePermission>
  );
}

function columns(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      title: 'Key',
      names: true,
      cell: ({ name, begins }) => (
        <>
          {name} <code className="muted text-sm whitespace-nowrap">{begins}…</code>
        </>
      ),
    },
    { title: 'Can', cell: (key) => <Scopes of={key} /> },
    { title: 'Created by', cell: ({ madeBy, createdAt }) => `${madeBy}, ${moment(createdAt)}` },
    { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? moment(lastUsedAt) : 'Never') },
    { title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : 'Never') },
    {
      title: 'Revoke',
      kind: 'tight',
      cell: (key) => (
        <RowButton tone="danger" onClick={() => onRevoke(key)}>
          Revoke
        </RowButton>
      ),
    },
  ];
}

function Scopes({ of: { scopes, lost } }: { of: ApiKey }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {scopes.map((scope) => (
        <li key={scope} className="badge badge-outline badge-sm">
          {scope}
          {lost.includes(scope) && <span>{' (no longer)'}</span>}
        </li>
      ))}
    </ul>
  );
}

function Keys() {
  const { data, error } = usePersonal(['api-keys'], 'GET /api-key', {});
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const revoke = async ({ _id, name }: ApiKey) => {
    await userChange('DELETE /api-key/:id', { params: { id: _id } });
    return `${name} is revoked`;
  };
  if (!data && error) return <QueryProblem heading="h2" title="The keys cannot be shown" message={error.message} />;
  return (
    <>
      <DataTable
        label="API keys"
        columns={columns(setRevoked)}
        rows={data}
        keyOf={({ _id }) => _id}
        empty={<p>There are no keys: no other system calls the shop.</p>}
        tools={
          <button type="button" className="btn btn-primary" onClick={() => setMaking(true)}>
            Create a key
          </button>
        }
      />
      {making && (
        <MakeKeyDialog
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && (
        <SecretDialog title={`The key ${made.name}`} secret={made.key} onClose={() => setMade(null)}>
          Give it to the system that will call the shop. It goes into the header Authorization, as Bearer and the key.
        </SecretDialog>
      )}
      {revoked && (
        <ConfirmAndDo
          action="Revoke"
          run={() => revoke(revoked)}
          sorry="The key could not be revoked."
          onClose={() => setRevoked(null)}
        >
          <strong>{revoked.name}</strong> will be refused at once, and whatever uses it stops working.
        </ConfirmAndDo>
      )}
    </>
  );
}
