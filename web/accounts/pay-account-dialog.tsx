import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AccountEntry, NewAccountPayment } from '#contract/money/account.ts';
import { meantBy } from '#contract/money/named-numbers.ts';
import { writtenDay } from '#contract/days.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import { userChange } from '#web/queries/changes.ts';
import { useOpenEntries } from '#web/queries/money/accounts.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { allocatedTo, isTooMuch, settledBy, WhatItSettles } from './what-it-settles.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Records money of a company that came by transfer, and says what it settles before it is recorded. */
export function PayAccountDialog({
  company,
  onClose,
}: {
  company: { _id: string; name: string };
  onClose: () => void;
}) {
  const { data: open } = useOpenEntries(company._id);
  // One dialog is one payment, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const [isNamed, setIsNamed] = useState(false);
  const [parts, setParts] = useState<Record<string, string>>({});
  const form = useForm({
    resolver: contractResolver(NewAccountPayment.pick({ amount: true, date: true, reference: true })),
    defaultValues: { amount: '', date: today(), reference: '' },
  });
  const [isSent, setSent] = useState(false);
  const [reference, typed, date] = useWatch({ control: form.control, name: ['reference', 'amount', 'date'] });
  const amount = typedMoney(String(typed)) ?? 0;
  const rows = open?.rows ?? [];
  const settles = isNamed ? allocatedTo(allocated(parts), date, rows) : settledBy(reference, amount, date, rows);
  const names = meantBy(reference, [{ document: '' }]).length === 0;
  const wrongAt = (document: string) => (isSent && isNamed ? problemOf(parts[document] ?? '') : undefined);
  const submit = sending(form, async (payment) => {
    setSent(true);
    if (isNamed && Object.values(parts).some((typed) => problemOf(typed))) return;
    const { amount } = await userChange('POST /company/:id/payment', {
      params: { id: company._id },
      body: { ...payment, ...(isNamed ? { allocate: allocated(parts) } : {}) },
      headers: { 'idempotency-key': key },
    });
    toast.success(`${money(-amount)} recorded`);
    onClose();
  });
  return (
    <FormDialog
      title={`Record a payment from ${company.name}`}
      submit="Record payment"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p className="mb-3">
        Any excess stays on the account as credit. Orders whose invoices it settles are marked as paid.
      </p>
      <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...fieldIn(form, 'amount')} />
      <TextField label="Date on the bank statement" type="date" {...fieldIn(form, 'date')} />
      <TextField label="Reference on the bank statement" {...fieldIn(form, 'reference')} />
      {open && open.rows.length > 0 && (
        <fieldset className="mt-3 grid gap-2">
          <legend className="mb-1 font-medium">What it settles</legend>
          <Way
            name={names ? 'The invoices in its reference' : 'The invoices due first'}
            checked={!isNamed}
            onChoose={() => setIsNamed(false)}
          />
          <Way name="These invoices" checked={isNamed} onChoose={() => setIsNamed(true)} />
          {isNamed &&
            open.rows.map((entry) => (
              <TextField
                key={entry._id}
                label={entryText(entry)}
                hint={`${money(entry.open ?? 0)} is open`}
                inputMode="decimal"
                error={wrongAt(entry.document)}
                value={parts[entry.document] ?? ''}
                onChange={({ target }) => setParts((now) => ({ ...now, [entry.document]: target.value }))}
              />
            ))}
        </fieldset>
      )}
      {open && amount > 0 && !isTooMuch(amount, settles) && (
        <WhatItSettles amount={amount} parts={settles} isMore={!isNamed && !names && open.total > rows.length} />
      )}
    </FormDialog>
  );
}

function Way({ name, checked, onChoose }: { name: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="settles" className="radio radio-sm" checked={checked} onChange={onChoose} />
      {name}
    </label>
  );
}

function entryText({ document, due }: AccountEntry): string {
  return due === undefined ? document : `${document}, due ${writtenDay(due)}`;
}

/** What is wrong with the amount typed for an invoice; an empty one allocates nothing to it. */
function problemOf(typed: string): { message: string } | undefined {
  const message = moneyProblem(typed);
  return message === undefined ? undefined : { message };
}

function allocated(parts: Record<string, string>): { invoiceNumber: string; amount: number }[] {
  return Object.entries(parts).flatMap(([invoiceNumber, typed]) => {
    const amount = typedMoney(typed);
    return typeof amount === 'number' ? [{ invoiceNumber, amount }] : [];
  });
}
