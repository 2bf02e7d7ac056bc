import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { findCompanies } from '#web/queries/buying/companies.ts';

interface Props {
  /** The id of the company; empty: none. */
  value: string;
  onChange: (companyId: string) => void;
}

/** For which company somebody orders, or asks for a price, on the telephone: found by name or number. */
export function CompanyOfOrder({ value, onChange }: Props) {
  const [search] = useSearchParams();
  const [words, setWords] = useState(search.get('company') ?? '');
  const [found, setFound] = useState<Company[] | null>(null);
  const action = useAction();
  // Whoever comes from the page of a company has said already which.
  const [known] = useState(words);
  const findKnown = useEffectEvent(() =>
    action.run(async () => {
      const company = (await findCompanies(known)).find(({ number }) => number === known);
      if (!company) return;
      setFound([company]);
      onChange(company._id);
    }),
  );
  useEffect(() => {
    if (known !== '') void findKnown();
  }, [known]);
  const find = async () => {
    const wanted = words.trim();
    if (wanted === '' || action.busy) return;
    await action.run(async () => {
      const companies = await findCompanies(wanted);
      setFound(companies);
      onChange(companies[0]?._id ?? '');
    });
  };
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="grow">
          <TextField
            label="Company, by name or number"
            hint="Only if they buy for a company. They must belong to it."
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={(event) => {
              // The field stands in the form of the order, which is not to be sent by looking for a company.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void find();
            }}
          />
        </div>
        <button type="button" className="btn mb-1" disabled={action.busy} onClick={() => void find()}>
          Find the company
        </button>
      </div>
      <FormProblem message={action.problem?.message} />
      {found?.length === 0 && <p role="status">No companies match.</p>}
      {found && found.length > 0 && (
        <SelectField
          label="Buys for"
          options={[['', 'Themselves'], ...found.map(({ _id, name, number }) => [_id, `${name}, ${number}`] as const)]}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
