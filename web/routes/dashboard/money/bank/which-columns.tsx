import type { BankAnswers, BankQuestion } from '#contract/money/bank-imports.ts';
import { SelectField } from '#web/forms/select-field.tsx';

type Columns = NonNullable<BankAnswers['columns']>;

/** Whether it is said where the date stands, and where the amounts do. */
export function areColumnsSaid(offered: BankQuestion['columns'], said: Columns = {}): boolean {
  const isThere = (name: string | undefined) => offered.some(({ heading }) => heading === name);
  return isThere(said.date) && (isThere(said.amount) || isThere(said.credit));
}

const FIELDS = [
  ['date', 'Date'],
  ['amount', 'Amount'],
  ['credit', 'Incoming amount, if it has its own column'],
  ['debit', 'Outgoing amount, if it has its own column'],
  ['reference', 'Reference'],
  ['payer', 'Payer'],
] as const;

interface Props {
  question: BankQuestion;
  columns: Columns | undefined;
  onChange: (part: BankAnswers) => void;
}

/** Which column of a file is which, where no heading says it. */
export function WhichColumns({ question: { message, columns: offered }, columns = {}, onChange }: Props) {
  const valueOf = (field: (typeof FIELDS)[number][0]) =>
    (field === 'reference' ? columns.reference?.[0] : columns[field]) ?? '';
  const say = (field: (typeof FIELDS)[number][0], value: string) => {
    const name = value === '' ? undefined : value;
    onChange({ columns: { ...columns, [field]: field === 'reference' && name !== undefined ? [name] : name } });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1">{message}</legend>
      {FIELDS.map(([field, label]) => (
        <SelectField
          key={field}
          label={label}
          options={[
            ['', field === 'date' ? 'Choose' : 'None'],
            ...offered.map(({ heading, words }) => [heading, `${heading}: ${words.join(', ')}`] as const),
          ]}
          value={valueOf(field)}
          onChange={({ target }) => say(field, target.value)}
        />
      ))}
    </fieldset>
  );
}
