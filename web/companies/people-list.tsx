import { useState } from 'react';
import type { Member } from '#contract/buying/company-people.ts';
import { writtenDay } from '#contract/days.ts';
import { userChange } from '#web/queries/changes.ts';
import { useMembers } from '#web/queries/buying/companies.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { money, today } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';
import { limitText } from './company-words.ts';
import { MemberDialog } from './member-dialog.tsx';

interface Props {
  companyId: string;
  /** Whether the user may change and remove others. */
  mayManage: boolean;
  /** Whether the user belongs to the company, and so may leave it. */
  isMember: boolean;
  onLeft: () => void;
}

/** The people of a company, with what one may do to them. */
export function PeopleList({ companyId, mayManage, isMember, onLeft }: Props) {
  const { uid } = useUser();
  const { data: members, error } = useMembers(companyId);
  const [changed, setChanged] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  if (error) return <QueryProblem heading="h2" title={say('The people cannot be shown')} message={error.message} />;
  return (
    <>
      <DataTable
        label={say('People in the company')}
        columns={
          isMember
            ? [NAME, ...COLUMNS, actions({ uid, mayManage, setChanged, setRemoved })]
            : [NAME_FOR_STAFF, ...COLUMNS]
        }
        rows={members}
        keyOf={({ userId }) => userId}
        empty={<p>{say('This company has no members.')}</p>}
      />
      {changed && (
        <MemberDialog companyId={companyId} member={changed} members={members} onClose={() => setChanged(null)} />
      )}
      {removed && (
        <RemoveDialog
          companyId={companyId}
          member={removed}
          onClose={() => setRemoved(null)}
          onLeft={removed.userId === uid ? onLeft : undefined}
        />
      )}
    </>
  );
}

const NAME: Column<Member> = { title: say('Name'), names: true, cell: nameOf };

const NAME_FOR_STAFF: Column<Member> = {
  ...NAME,
  cell: (member) => <TextLink to={`/dashboard/customers/${member.userId}`}>{nameOf(member)}</TextLink>,
};

const COLUMNS: Column<Member>[] = [
  { title: 'E-mail', cell: ({ email }) => <span className="block min-w-44 wrap-anywhere">{email}</span> },
  { title: say('Role'), kind: 'tight', cell: ({ role }) => role },
  { title: say('Per order'), kind: 'number', cell: ({ orderLimit }) => limitText(orderLimit, money) },
  { title: say('Per month'), kind: 'number', cell: ({ monthLimit }) => limitText(monthLimit, money) },
];

/** The name, with how long they are away. */
function nameOf({ name, awayUntil }: Member) {
  const isAway = awayUntil !== null && awayUntil >= today();
  return (
    <>
      {name}
      {isAway && <span className="muted block text-xs">{say('Away until {day}', { day: writtenDay(awayUntil) })}</span>}
    </>
  );
}

interface Actions {
  uid: string;
  mayManage: boolean;
  setChanged: (member: Member) => void;
  setRemoved: (member: Member) => void;
}

function actions({ uid, mayManage, setChanged, setRemoved }: Actions): Column<Member> {
  return {
    title: say('Change'),
    cell: (member) => (
      <span className="flex flex-wrap gap-2">
        {mayManage && <RowButton onClick={() => setChanged(member)}>{say('Change')}</RowButton>}
        {(mayManage || member.userId === uid) && (
          <RowButton tone="danger" onClick={() => setRemoved(member)}>
            {member.userId === uid ? say('Leave') : say('Remove')}
          </RowButton>
        )}
      </span>
    ),
  };
}

interface RemoveProps {
  companyId: string;
  member: Member;
  onClose: () => void;
  onLeft: (() => void) | undefined;
}

function RemoveDialog({ companyId, member, onClose, onLeft }: RemoveProps) {
  const params = { id: companyId, userId: member.userId };
  return (
    <ConfirmOrSayWhy
      action={onLeft ? say('Leave') : say('Remove')}
      run={() => userChange('DELETE /company/:id/member/:userId', { params })}
      onDone={onLeft}
      onClose={onClose}
    >
      <Said
        text={say('<name>{name}</name> will no longer have access to the company. Their orders stay with it.', {
          name: member.name,
        })}
        tags={{ name: (words) => <strong>{words}</strong> }}
      />
    </ConfirmOrSayWhy>
  );
}
