import type { Punchout, PunchoutLogEntry } from '#contract/buying/punchout.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { moment } from '#web/shell/moment.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { CALL_WORDS } from './kind-words.ts';

const columns = (onAgain: (document: string) => void): Column<PunchoutLogEntry>[] => [
  { title: 'When', kind: 'tight', cell: ({ at }) => moment(at) },
  { title: 'What', names: true, cell: ({ what }) => CALL_WORDS[what] },
  {
    title: 'Result',
    kind: 'tight',
    cell: ({ ok }) => (
      <span className={`badge ${ok ? 'badge-success' : 'badge-error'}`}>{ok ? 'Done' : 'Refused'}</span>
    ),
  },
  { title: 'Answer', cell: ({ said }) => said },
  {
    title: 'Send again',
    kind: 'tight',
    cell: ({ document }) => document !== null && <RowButton onClick={() => onAgain(document)}>Send again</RowButton>,
  },
];

/** What a buyer's system asked and how it was answered. */
export function PunchoutLog({ connection: { _id, name, company } }: { connection: Punchout }) {
  const query = usePersonalList(['punchouts', _id, 'log'], 'GET /punchout/:id/log', { params: { id: _id } });
  const send = async (document: string) => {
    try {
      await userChange('POST /punchout/:id/document/:document/again', { params: { id: _id, document } });
      toast.success('It is sent again now: refresh the log to see what came of it');
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'It could not be sent again.');
    }
  };
  return (
    <section aria-labelledby="punchout-log" className="mt-6">
      <h3 id="punchout-log" className="mb-3 text-lg font-semibold break-words">
        Log of {name}, {company}
      </h3>
      <PagedTable
        query={query}
        one="call"
        many="calls"
        label={`Log of ${name}`}
        columns={columns((document) => void send(document))}
        keyOf={({ _id: id }) => id}
        tools={
          <button type="button" className="btn btn-sm" disabled={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </button>
        }
      />
    </section>
  );
}
