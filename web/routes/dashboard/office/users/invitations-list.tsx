import type { Invitation } from '#contract/office/users.ts';
import { useChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';
import { roleName } from './role-words.ts';

/** Open invitations; nothing where there are none. */
export function InvitationsList() {
  const { data, error } = usePersonal(['users', 'invited'], 'GET /invitation', {});
  const withdraw = useChange('DELETE /invitation/:email');
  if (error) return <p role="alert">{error.message}</p>;
  if (!data || data.length === 0) return null;
  const takeBack = async (email: string) => {
    try {
      await withdraw.mutateAsync({ params: { email } });
      toast.success(`Invitation to ${email} withdrawn`);
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The invitation could not be withdrawn.');
    }
  };
  return (
    <Part id="invited" title="Pending invitations">
      <DataTable
        label="Invitations"
        rows={data}
        empty={null}
        keyOf={({ email }) => email}
        columns={columns(withdraw.isPending, takeBack)}
      />
    </Part>
  );
}

function columns(busy: boolean, takeBack: (email: string) => Promise<void>): Column<Invitation>[] {
  return [
    { title: 'Address', names: true, cell: ({ email }) => email },
    { title: 'Role', kind: 'tight', cell: ({ role }) => roleName(role) },
    { title: 'Invited by', cell: ({ invitedBy }) => invitedBy },
    { title: 'Valid until', kind: 'tight', cell: ({ expiresAt }) => moment(expiresAt) },
    {
      title: 'Withdraw',
      kind: 'tight',
      cell: ({ email }) => (
        <RowButton disabled={busy} onClick={() => void takeBack(email)}>
          Withdraw
        </RowButton>
      ),
    },
  ];
}
