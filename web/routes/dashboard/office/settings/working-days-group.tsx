import { useState } from 'react';
import { dayNumbered, numberOf, weekday, writtenDay } from '#contract/days.ts';
import { isDay } from '#contract/day.ts';
import { MAX_HOLIDAYS } from '#contract/office/settings.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { errorAt, ListProblem, RemoveRow, SettingsGroup, type SettingsForm } from './form-parts.tsx';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** A fortnight's closing is entered at once; more days than that are a slip. */
const MOST_AT_ONCE = 62;

/** On which days the shop works. */
export function WorkingDaysGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup
      id="settings-working-days"
      lead="They count in every delivery date. Reminders go out on working days alone, and an unpaid order is held a day longer for each holiday."
    >
      <fieldset>
        <legend className="text-sm font-medium">Working days</legend>
        <div className="mt-1 flex flex-wrap gap-x-5">
          {WEEK.map((name, index) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                value={String(index + 1)}
                {...form.register('workdays')}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
        <ListProblem error={errorAt(form, 'workdays')} />
      </fieldset>
      <Holidays form={form} />
    </SettingsGroup>
  );
}

function Holidays({ form }: { form: SettingsForm }) {
  const holidays = form.watch('holidays');
  const keep = (days: string[]) => form.setValue('holidays', days, { shouldDirty: true });
  return (
    <div className="mt-3">
      <p className="text-sm font-medium">Holidays</p>
      {holidays.length === 0 ? (
        <p className="muted mt-1 text-sm">None yet.</p>
      ) : (
        <ul className="mt-1 grid gap-x-5 sm:grid-cols-2 lg:grid-cols-3">
          {holidays.map((day) => (
            <li key={day} className="border-base-300 flex items-center justify-between border-b">
              <span className="tabular-nums">{`${WEEK[weekday(day)]!.slice(0, 3)}, ${writtenDay(day)}`}</span>
              <RemoveRow
                label={`Remove ${writtenDay(day)}`}
                className="btn-sm"
                onClick={() => keep(holidays.filter((each) => each !== day))}
              />
            </li>
          ))}
        </ul>
      )}
      <ListProblem error={errorAt(form, 'holidays')} />
      {holidays.length < MAX_HOLIDAYS && (
        <AddHolidays onAdd={(days) => keep([...new Set([...holidays, ...days])].toSorted())} />
      )}
    </div>
  );
}

/** A day, or all from one to another. */
function AddHolidays({ onAdd }: { onAdd: (days: string[]) => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const days = daysOf(from, to || from);
    setProblem(typeof days === 'string' ? days : null);
    if (typeof days === 'string') return;
    onAdd(days);
    setFrom('');
    setTo('');
  };
  return (
    <div className="mt-3 grid max-w-xl items-end gap-x-3 sm:grid-cols-[1fr_1fr_auto]">
      <TextField
        label="Holiday, or its first day"
        type="date"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField label="Last day, if several" type="date" value={to} onChange={({ target }) => setTo(target.value)} />
      <button type="button" className="btn mb-1 max-sm:justify-self-start" onClick={add}>
        Add
      </button>
      {problem && (
        <p role="alert" className="text-error text-sm sm:col-span-3">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The days from one to another, or what is wrong with them. */
function daysOf(from: string, to: string): string[] | string {
  if (!isDay(from) || !isDay(to)) return 'Enter the day of the holiday.';
  const count = numberOf(to) - numberOf(from) + 1;
  if (count < 1) return 'The last day must not be before the first.';
  if (count > MOST_AT_ONCE) return `Enter at most ${MOST_AT_ONCE} days at once.`;
  return Array.from({ length: count }, (_, index) => dayNumbered(numberOf(from) + index));
}
