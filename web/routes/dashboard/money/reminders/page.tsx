import { useRef } from 'react';
import { writtenDay } from '#contract/days.ts';
import type { Reminder } from '#contract/money/reminders.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useChange } from '#web/queries/changes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, money } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

export const meta = metaOf({ title: 'Reminders', description: 'The payment reminders that go out today.' });

export default function RemindersPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <RequirePermission permission="orders.record-payment">
      <h2 ref={heading} tabIndex={-1} data-focus-target="" className="mb-4 text-xl font-semibold">
        Reminders
      </h2>
      {/* What is held goes from the page, and with it the button that had the focus. */}
      <Due onHeld={() => heading.current?.focus()} />
    </RequirePermission>
  );
}

function Due({ onHeld }: { onHeld: () => void }) {
  const { data, error } = usePersonal(['reminders'], 'GET /reminders', {});
  const may = useMay();
  if (error || !data) return <NotShown what="the reminders" error={error} />;
  const { day, isWorkingDay, steps, reminders } = data;
  if (steps === 0)
    return (
      <p>
        No reminders are set up, so nobody is reminded of overdue invoices.{' '}
        {may('settings') ? (
          <TextLink to="/dashboard/settings">Set reminders</TextLink>
        ) : (
          <span>An admin of the shop can set them up in the settings.</span>
        )}
      </p>
    );
  if (!isWorkingDay) return <p>{writtenDay(day)} is not a working day: no reminders go out.</p>;
  if (reminders.length === 0) return <p>No reminders are due on {writtenDay(day)}.</p>;
  return (
    <>
      <p className="mb-4">
        {counted(reminders.length, 'company', 'companies')} will be reminded on {writtenDay(day)}, as set up in the
        settings, within half an hour.
      </p>
      <ul className="grid gap-4">
        {reminders.map((reminder) => (
          <li key={reminder.companyId}>
            <OneReminder reminder={reminder} onHeld={onHeld} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OneReminder({
  reminder: { companyId, company, to, invoices, earlierFees, total, fee, interest },
  onHeld,
}: {
  reminder: Reminder;
  onHeld: () => void;
}) {
  const hold = useChange('POST /invoice/:number/hold');
  const press = async (number: string) => {
    if (hold.isPending) return;
    await hold.mutateAsync({ params: { number }, body: { held: true } });
    toast.success(`Reminders for ${number} stopped`);
    onHeld();
  };
  return (
    <article className="border-base-300 rounded-box border p-4">
      <h3 className="font-semibold break-words">
        <TextLink to={`/dashboard/companies/${companyId}/account`}>{company}</TextLink>
      </h3>
      <p className="muted text-sm break-all">To {to}</p>
      <ul className="mt-2 grid gap-2">
        {invoices.map(({ invoiceNumber, due, daysLate, open, step }) => (
          <li key={invoiceNumber} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {invoiceNumber}, due {writtenDay(due)}, {counted(daysLate, 'day')} late: {money(open)}
              {step > 0 && <span className="badge badge-sm badge-warning ml-2">Reminder {step}</span>}
            </span>
            <RowButton
              aria-label={`Hold ${invoiceNumber}`}
              // Disabled it would lose the focus.
              aria-disabled={hold.isPending || undefined}
              // What went wrong is said below.
              onClick={() => void press(invoiceNumber).catch(() => {})}
            >
              Hold
            </RowButton>
          </li>
        ))}
      </ul>
      <p className="mt-2 font-semibold">
        {money(total)}
        {earlierFees > 0 && <>, with {money(earlierFees)} of earlier fees</>}
        {fee > 0 && <>, and a fee of {money(fee)} for this reminder</>}
        {interest > 0 && <>, and {money(interest)} of interest</>}
      </p>
      <FormProblem message={hold.error?.message} />
    </article>
  );
}
