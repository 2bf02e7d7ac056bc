import { useState } from 'react';
import { writtenDay } from '#contract/days.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { BankLine } from '#contract/money/bank-imports.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useChange } from '#web/queries/changes.ts';
import { findCompanies } from '#web/queries/buying/companies.ts';
import { useOpenEntries } from '#web/queries/money/accounts.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  importId: string;
  line: BankLine;
  /** It was recorded; the dialog is over. */
  onRecorded: () => void;
  onClose: () => void;
}

/** Records a payment of a bank's file for a company found by search, and optionally for one of its invoices. */
export function DecideLineDialog({ importId, line, onRecorded, onClose }: Props) {
  const decide = useChange('POST /bank-import/:id/payment');
  const search = useAction();
  const [words, setWords] = useState(line.payer);
  const [found, setFound] = useState<Company[] | null>(null);
  const [companyId, setCompanyId] = useState('');
  const [settled, setSettled] = useState<Allocation>([]);
  const company = found?.find(({ _id }) => _id === companyId);
  const find = () =>
    search.run(async () => {
      const companies = await findCompanies(words.trim());
      setFound(companies);
      setCompanyId(companies[0]?._id ?? '');
    });
  const record = async ({ _id: companyId, name }: Company) => {
    const body = { row: line.row, companyId, ...(settled.length > 0 ? { allocate: settled } : {}) };
    await decide.mutateAsync({ params: { id: importId }, body });
    toast.success(`${money(line.amount)} recorded for ${name}`);
    onRecorded();
  };
  return (
    <FormDialog
      title={`Record ${money(line.amount)}`}
      submit={company ? 'Record payment' : 'Find the company'}
      problem={decide.error?.message ?? search.problem?.message}
      changed={false}
      busy={decide.isPending || search.busy || words.trim() === ''}
      // What is wrong is shown by the dialog.
      onSubmit={async () => {
        await (company ? record(company).catch(() => {}) : find());
      }}
      onClose={onClose}
    >
      <p className="mb-3 break-words">
        {writtenDay(line.date)} {line.payer} <span className="muted">{line.reference}</span>
      </p>
      <TextField
        label="Company, by name or number"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setFound(null);
        }}
      />
      {found?.length === 0 && <p role="status">No companies match.</p>}
      {found && found.length > 0 && (
        <SelectField
          label="Came from"
          options={found.map(({ _id, name, number }) => [_id, `${name}, ${number}`] as const)}
          value={companyId}
          onChange={({ target }) => {
            setCompanyId(target.value);
            setSettled([]);
          }}
        />
      )}
      {company && <WhatItSettles key={company._id} company={company} amount={line.amount} onChange={setSettled} />}
    </FormDialog>
  );
}

type Allocation = { invoiceNumber: string; amount: number }[];

function WhatItSettles({
  company,
  amount,
  onChange,
}: {
  company: Company;
  amount: number;
  onChange: (settled: Allocation) => void;
}) {
  const { data: open } = useOpenEntries(company._id);
  const [chosen, setChosen] = useState('');
  if (!open || open.rows.length === 0) return <p className="muted">Nothing is open: it stays as credit.</p>;
  return (
    <SelectField
      label="Settles"
      hint="Any excess stays as credit."
      options={[
        ['', 'The invoices due first'],
        ...open.rows.map(
          ({ document, due = '', open: left = 0 }) =>
            [document, `${document}, due ${writtenDay(due)}, ${money(left)}`] as const,
        ),
      ]}
      value={chosen}
      onChange={({ target }) => {
        setChosen(target.value);
        const entry = open.rows.find(({ document }) => document === target.value);
        onChange(entry ? [{ invoiceNumber: entry.document, amount: Math.min(amount, entry.open ?? 0) }] : []);
      }}
    />
  );
}
