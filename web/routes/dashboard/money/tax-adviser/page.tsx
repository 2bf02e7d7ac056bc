import { useSettings } from '#web/queries/office/settings.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { BooksForm } from './books-form.tsx';

export const meta = metaOf({
  title: 'For the Tax Adviser',
  description: 'What the tax adviser gets, and its accounts.',
});

export default function TaxAdviserPage() {
  return (
    <RequirePermission permission="books">
      <h2 className="mb-4 text-xl font-semibold">For the Tax Adviser</h2>
      <Loaded />
    </RequirePermission>
  );
}

function Loaded() {
  const { data, error } = useSettings();
  if (data) return <BooksForm settings={data} />;
  return <NotShown what="the accounts" error={error} />;
}
