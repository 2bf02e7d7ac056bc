import { useState } from 'react';
import { SelectField } from '#web/forms/select-field.tsx';
import { useSettings } from '#web/queries/office/settings.ts';
import { useMay } from '#web/queries/people/role.ts';
import { daysOf, monthsBack } from '#web/routes/dashboard/months.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { today } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { BooksForm } from './books-form.tsx';
import { FilesOfMonth } from './files-of-month.tsx';
import { MissingAccounts } from './missing-accounts.tsx';

export const meta = metaOf({ title: 'For the Tax Adviser', description: 'A month of the books, as files.' });

export default function TaxAdviserPage() {
  return (
    <RequirePermission permission="export">
      <h2 className="mb-4 text-xl font-semibold">For the Tax Adviser</h2>
      <Month />
    </RequirePermission>
  );
}

function Month() {
  const may = useMay();
  const [months] = useState(() => monthsBack(today()));
  // The month before is the one that is over.
  const [month, setMonth] = useState(months[1]?.[0] ?? '');
  return (
    <>
      <div className="max-w-xs">
        <SelectField label="Month" value={month} options={months} onChange={({ target }) => setMonth(target.value)} />
      </div>
      <FilesOfMonth month={month} />
      <MissingAccounts days={daysOf(month)} />
      {may('books') && <Accounts />}
    </>
  );
}

function Accounts() {
  const { data, error } = useSettings();
  if (data) return <BooksForm settings={data} />;
  return <NotShown what="the accounts" error={error} />;
}
