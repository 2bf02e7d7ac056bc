import { type FormEvent, useRef, useState } from 'react';
import type { PartNumber, PastedPartNumber } from '#contract/buying/company-tools.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useChange, userChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { counted } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';

const PROBLEMS: Record<NonNullable<PastedPartNumber['problem']>, string> = {
  NOT_FOUND: 'none of our tools has this number',
  AMBIGUOUS: 'several tools have this number',
  NO_NUMBER: 'your own number is missing',
  TOO_LONG: 'too long',
  PART_NUMBER_TAKEN: 'another tool already has your number',
  REPLACED: 'a row below gives this tool another number',
};

/** What the company calls our tools: understood in the order pad, printed on papers. */
export function PartNumbers({ companyId, mayChange }: { companyId: string; mayChange: boolean }) {
  const [pasted, setPasted] = useState('');
  const [kept, setKept] = useState(0);
  const [refused, setRefused] = useState<PastedPartNumber[]>([]);
  const params = { id: companyId };
  const { data: numbers, error } = usePersonal(
    ['companies', companyId, 'part-numbers'],
    'GET /company/:id/part-numbers',
    {
      params,
    },
  );
  const remove = useChange('DELETE /company/:id/part-number/:toolId');
  const action = useAction();
  const field = useRef<HTMLTextAreaElement>(null);
  const onRemove = (toolId: string) => remove.mutate({ params: { id: companyId, toolId } });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await action.run(async () => {
      const { rows } = await userChange('POST /company/:id/part-numbers', { params, body: { text: pasted } });
      const notKept = rows.filter(({ problem }) => problem !== null);
      setRefused(notKept);
      // What was not kept stays, to be put right; what a row below replaces is right there.
      const wrong = notKept.filter(({ problem }) => problem !== 'REPLACED');
      setPasted(wrong.map(({ text }) => text).join('\n'));
      setKept(rows.length - notKept.length);
      field.current?.focus();
    });
  };
  return (
    <Part id="part-numbers" title="Your part numbers">
      {error ? (
        <QueryProblem heading="h2" title="The part numbers cannot be shown" message={error.message} />
      ) : (
        <DataTable
          label="Your part numbers"
          columns={mayChange ? [...COLUMNS, removing(remove.isPending, onRemove)] : COLUMNS}
          rows={numbers}
          keyOf={({ toolId }) => toolId}
          empty={<p>You have no part numbers yet.</p>}
        />
      )}
      {mayChange && (
        <form aria-label="Add part numbers" className="mt-3" onSubmit={(event) => void submit(event)}>
          <TextArea
            ref={field}
            label="Add part numbers"
            hint="One row for each: our stock number and yours, as in two columns of a spreadsheet"
            rows={4}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <FormProblem message={action.problem?.message} />
          <button className="btn btn-sm btn-primary mt-2" disabled={action.busy || pasted.trim() === ''}>
            Save these numbers
          </button>
        </form>
      )}
      <FormProblem message={remove.error?.message} />
      <div role="status">
        {kept > 0 && <p className="mt-3">{counted(kept, 'part number', 'part numbers')} saved.</p>}
        {refused.length > 0 && (
          <>
            <p className="mt-3 font-medium">{counted(refused.length, 'row was', 'rows were')} not saved:</p>
            <ul className="list-disc pl-5">
              {refused.slice(0, 20).map(({ row, text, problem }) => (
                <li key={row} className="break-words">
                  Row {row}, {text}: {problem && PROBLEMS[problem]}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Part>
  );
}

const COLUMNS: Column<PartNumber>[] = [
  { title: 'Your number', kind: 'tight', cell: ({ number }) => number },
  { title: 'Tool', names: true, cell: ({ tool }) => tool },
  { title: 'Our number', kind: 'tight', cell: ({ sku }) => sku ?? '' },
];

function removing(isBusy: boolean, onRemove: (toolId: string) => void): Column<PartNumber> {
  return {
    title: 'Change',
    kind: 'tight',
    cell: ({ toolId }) => (
      <RowButton tone="danger" disabled={isBusy} onClick={() => onRemove(toolId)}>
        Remove
      </RowButton>
    ),
  };
}
