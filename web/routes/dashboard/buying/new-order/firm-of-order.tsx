import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { findFirms } from '#web/queries/buying/firms.ts';

interface Props {
  /** The id of the firm; empty: none. */
  value: string;
  onChange: (companyId: string) => void;
}

/** For which firm somebody orders, or asks for a price, on the telephone: found by name or number. */
export function FirmOfOrder({ value, onChange }: Props) {
  const [search] = useSearchParams();
  const [words, setWords] = useState(search.get('firm') ?? '');
  const [found, setFound] = useState<Company[] | null>(null);
  const action = useAction();
  // Whoever comes from the page of a firm has said already which.
  const [known] = useState(words);
  const findKnown = useEffectEvent(() =>
    action.run(async () => {
      const firm = (await findFirms(known)).find(({ number }) => number === known);
      if (!firm) return;
      setFound([firm]);
      onChange(firm._id);
    }),
  );
  useEffect(() => {
    if (known !== '') void findKnown();
  }, [known]);
  const find = async () => {
    const wanted = words.trim();
    if (wanted === '' || action.busy) return;
    await action.run(async () => {
      const firms = await findFirms(wanted);
      setFound(firms);
      onChange(firms[0]?._id ?? '');
    });
  };
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="grow">
          <TextField
            label="Firm, by name or number"
            hint="Only where they buy for a firm. They must belong to it."
            value={words}
            onChange={({ target }) => setWords(target.value)}
            onKeyDown={(event) => {
              // The field stands in the form of the order, which is not to be sent by looking for a firm.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void find();
            }}
          />
        </div>
        <button type="button" className="btn mb-1" disabled={action.busy} onClick={() => void find()}>
          Find the firm
        </button>
      </div>
      <FormProblem message={action.problem?.message} />
      {found?.length === 0 && <p role="status">No firm is called so.</p>}
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
