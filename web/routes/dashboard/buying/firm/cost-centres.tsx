import { type FormEvent, useState } from 'react';
import type { Company } from '#contract/buying/companies.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { aLimit, typedLimit } from '#web/firms/firm-words.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';

interface Row {
  code: string;
  name: string;
  active: boolean;
  limit: string;
}

/** The accounts that orders are for, and whether each needs a purchase order number. */
export function CostCentres({ firm }: { firm: Company }) {
  const [rows, setRows] = useState<Row[]>(() =>
    firm.costCentres.map(({ code, name, active, monthLimit }) => ({
      code,
      name,
      active,
      limit: monthLimit === null ? '' : String(monthLimit),
    })),
  );
  const [isAsked, setAsked] = useState(firm.purchaseOrderRequired);
  const [isSent, setSent] = useState(false);
  const action = useAction();
  const change = (at: number, part: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (rows.some(({ limit }) => aLimit(limit) !== true)) return;
    const costCentres = rows
      .filter(({ code }) => code.trim() !== '')
      .map(({ limit, ...row }) => ({ ...row, monthLimit: typedLimit(limit) ?? null }));
    const body = { costCentres, purchaseOrderRequired: isAsked, version: firm.version };
    if (await action.run(() => userChange('PUT /company/:id', { params: { id: firm._id }, body })))
      toast.success('Saved');
  };
  return (
    <section aria-labelledby="cost-centres" className="mt-8">
      <h3 id="cost-centres" className="text-lg font-semibold">
        Cost centres
      </h3>
      <form aria-labelledby="cost-centres" onSubmit={(event) => void submit(event)}>
        {rows.map((row, at) => (
          <fieldset key={at} className="border-base-300 grid gap-x-4 border-b pb-2 sm:grid-cols-[1fr_2fr_1fr_auto]">
            <legend className="sr-only">{`Cost centre ${at + 1}`}</legend>
            <TextField label="Code" value={row.code} onChange={({ target }) => change(at, { code: target.value })} />
            <TextField label="Name" value={row.name} onChange={({ target }) => change(at, { name: target.value })} />
            <NumberField
              label="Limit of a month"
              value={row.limit}
              error={isSent ? problemOf(row.limit) : undefined}
              onChange={({ target }) => change(at, { limit: target.value })}
            />
            <label className="flex items-center gap-2 self-end py-3">
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={row.active}
                onChange={({ target }) => change(at, { active: target.checked })}
              />
              In use
            </label>
          </fieldset>
        ))}
        <button
          type="button"
          className="btn btn-sm mt-3"
          onClick={() => setRows([...rows, { code: '', name: '', active: true, limit: '' }])}
        >
          Add a cost centre
        </button>
        <label className="mt-3 flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={isAsked}
            onChange={({ target }) => setAsked(target.checked)}
          />
          Every order needs a purchase order number
        </label>
        <FormProblem message={action.problem?.message} />
        <button className="btn btn-primary mt-4" disabled={action.busy}>
          Save the cost centres
        </button>
      </form>
    </section>
  );
}

function problemOf(limit: string): { message: string } | undefined {
  const said = aLimit(limit);
  return said === true ? undefined : { message: said };
}
