import { useState } from 'react';
import type { Punchout, PunchoutWithSecret } from '#contract/buying/punchout.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SecretDialog } from '#web/routes/dashboard/secret-dialog.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { PunchoutCard } from './punchout-card.tsx';
import { PunchoutDialog } from './punchout-dialog.tsx';
import { PunchoutLog } from './punchout-log.tsx';

export const meta = metaOf({
  title: 'Punch-Out',
  description: 'Connect the purchasing systems of companies with the shop.',
});

export default function PunchoutPage() {
  return (
    <RequirePermission permission="punchout">
      <h2 className="mb-2 text-xl font-semibold">Punch-Out</h2>
      <p className="muted mb-4 max-w-prose">
        People of a company come into the shop from their own purchasing system, at its prices, and give the basket back
        to it. Its IT needs the address, the user name and the password of a connection.
      </p>
      <Connections />
    </RequirePermission>
  );
}

function Connections() {
  const { data, error } = usePersonal(['punchouts'], 'GET /punchout', {});
  const [form, setForm] = useState<{ connection?: Punchout } | null>(null);
  const [made, setMade] = useState<PunchoutWithSecret | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  if (!data) return <NotShown what="the connections" error={error} />;
  const looked = data.find(({ _id }) => _id === shown);
  return (
    <>
      <button type="button" className="btn btn-primary mb-4" onClick={() => setForm({})}>
        Add a connection
      </button>
      {data.length === 0 ? (
        <p>There are no connections: no purchasing system opens the shop.</p>
      ) : (
        <ul className="grid gap-4">
          {data.map((connection) => (
            <PunchoutCard
              key={connection._id}
              connection={connection}
              onEdit={() => setForm({ connection })}
              onSecret={setMade}
              shown={shown === connection._id}
              onShow={() => setShown(shown === connection._id ? null : connection._id)}
            />
          ))}
        </ul>
      )}
      {looked && <PunchoutLog key={looked._id} connection={looked} />}
      {form && (
        <PunchoutDialog
          {...form}
          onMade={(connection) => {
            setForm(null);
            setMade(connection);
          }}
          onClose={() => setForm(null)}
        />
      )}
      {made && (
        <SecretDialog title="The password of the connection" secret={made.secret} onClose={() => setMade(null)}>
          {`For the IT of ${made.company}, with the user name ${made.username} and the address ${made.address}.`}
        </SecretDialog>
      )}
    </>
  );
}
