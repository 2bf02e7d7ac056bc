import { inEnglish } from '#contract/sentences.ts';
import { askWhich } from '#contract/numbers.ts';
import { readNumber } from '#contract/typed-number.ts';
import { useState } from 'react';
import { type FieldErrors, type FieldPath, type Resolver, get } from 'react-hook-form';
import type { Issue } from '#contract/errors.ts';
import { type Settings, SettingsEdit } from '#contract/office/settings.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { readSettings, useChangeSettings } from '#web/queries/office/settings.ts';
import { LeaveQuestion } from '#web/routes/dashboard/leave-question.tsx';
import { writeAs } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { CompanyGroup } from './company-group.tsx';
import { DeliveryGroup } from './delivery-group.tsx';
import { DeliveryTry } from './delivery-try.tsx';
import { SETTINGS_GROUPS, SettingsGroup, type SettingsForm as Form, SettingsNumber } from './form-parts.tsx';
import { partName } from './part-names.ts';
import {
  bodyOf,
  type MergedSettings,
  mergeSettings,
  placeOf,
  type SettingsValues,
  valuesOf,
} from './settings-values.ts';
import { LettersGroup } from './letters-group.tsx';
import { PapersGroup } from './papers-group.tsx';
import { PicturesGroup } from './pictures-group.tsx';
import { RemindersGroup } from './reminders-group.tsx';
import { LanguagesGroup } from './languages-group.tsx';
import { StaffGroup } from './staff-group.tsx';
import { TaxGroup } from './tax-group.tsx';
import { TradeGroup } from './trade-group.tsx';
import { WorkingDaysGroup } from './working-days-group.tsx';
import { TextsGroup } from './texts-group.tsx';
import './settings.css';

/** Checks what is typed in the contract's own words, before it is sent. */
const resolver: Resolver<SettingsValues> = (values) => {
  const parsed = SettingsEdit.safeParse(bodyOf(values, 0));
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of parsed.error.issues) {
    const place = placeOf({ path: path.join('.'), message });
    const typed: unknown = get(values, place.name);
    const read = place.name.endsWith('.upTo') && typeof typed === 'string' ? readNumber(typed) : null;
    const which = read && 'either' in read ? inEnglish(askWhich(String(typed), read.either)) : undefined;
    put(errors, place.name.split('.'), { type: code, message: which ?? place.message });
  }
  // Errors stand in the form of the values, which is what the names' paths lead through.
  return { values: {}, errors: errors as FieldErrors<SettingsValues> };
};

function put(errors: Record<string, unknown>, [first = '', ...rest]: string[], error: object): void {
  if (rest.length === 0) {
    errors[first] ??= error;
    return;
  }
  const inner = (errors[first] ??= {});
  put(inner as Record<string, unknown>, rest, error);
}

/** All that the owner can set, on one page with one save. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [opened, setOpened] = useState(settings);
  const [merged, setMerged] = useState<MergedSettings | null>(null);
  const [sending, setSending] = useState(false);
  const change = useChangeSettings();
  const form = useForm<SettingsValues>({ resolver, defaultValues: valuesOf(settings) });
  const { errors, isSubmitting, isDirty } = form.formState;

  const begin = (now: Settings, values = valuesOf(now)) => {
    setOpened(now);
    writeAs(now);
    form.reset(valuesOf(now));
    form.reset(values, { keepDefaultValues: true });
  };
  const submit = form.handleSubmit(
    async (values) => {
      try {
        begin(await change.mutateAsync(bodyOf(values, opened.version)));
        setMerged(null);
        toast.success('Settings saved');
      } catch (error) {
        if (error instanceof ApiError && error.code === 'STALE_SETTINGS') await bringTogether(values);
        else showProblems(form, error);
      }
    },
    () => form.setError('root', { message: 'Some fields need your attention; check those in red.' }),
  );
  const bringTogether = async (values: SettingsValues) => {
    try {
      const now = await readSettings();
      const together = mergeSettings(opened, now, values);
      begin(now, together.values);
      setMerged(together);
    } catch (error) {
      showProblems(form, error);
    }
  };

  const isOver = isSubmitting || sending || !isDirty;
  return (
    <form noValidate onSubmit={(event) => void (isOver ? event.preventDefault() : submit(event))} className="max-w-4xl">
      <LeaveQuestion changed={isDirty && !isSubmitting} />
      <GroupLinks />
      <CompanyGroup form={form} onSending={setSending} />
      <TextsGroup form={form} />
      <PicturesGroup form={form} onSending={setSending} />
      <DeliveryGroup form={form} />
      <TaxGroup form={form} />
      <DeliveryTry country={opened.company.country} delivery={opened.delivery} tax={opened.tax} />
      <HoldGroup form={form} settings={opened} />
      <TradeGroup form={form} />
      <LanguagesGroup form={form} />
      <PapersGroup form={form} />
      <LettersGroup form={form} />
      <StaffGroup form={form} />
      <RemindersGroup form={form} />
      <WorkingDaysGroup form={form} />
      <div className="settings-foot bg-base-100 border-base-300 sticky bottom-0 z-10 border-t py-3">
        {merged && <Together {...merged} />}
        <FormProblem message={errors.root?.message} />
        <div className="flex flex-wrap items-center gap-3">
          {/* Disabled they would lose the focus as soon as all is saved. */}
          <button className={`btn btn-primary ${isDirty ? '' : 'btn-disabled'}`} aria-disabled={isOver || undefined}>
            {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            <span>Save settings</span>
          </button>
          <button
            type="button"
            className={`btn ${isDirty ? '' : 'btn-disabled'}`}
            aria-disabled={!isDirty || isSubmitting || undefined}
            onClick={() => isDirty && !isSubmitting && begin(opened)}
          >
            Discard changes
          </button>
          <p role="status" className="muted text-sm">
            {isDirty ? 'Not saved yet' : 'Pages show what is saved here the next time they are loaded.'}
          </p>
        </div>
      </div>
    </form>
  );
}

/** The page is long: what it has, to go there at once. */
function GroupLinks() {
  return (
    <nav aria-label="Parts of the settings" className="mb-5">
      <ul className="flex flex-wrap gap-x-5">
        {Object.entries(SETTINGS_GROUPS).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-flex min-h-9 items-center text-sm">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A refusal at the fields that it is about. */
function showProblems(form: Form, error: unknown): void {
  const issues: readonly Issue[] = error instanceof ApiError ? error.issues : [];
  for (const [index, issue] of issues.entries()) {
    const { name, message } = placeOf(issue);
    // The contract's paths are the form's names, as `placeOf` has made them. The form is long: the first is brought into sight.
    form.setError(name as FieldPath<SettingsValues>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  const message = error instanceof Error ? error.message : 'The settings could not be saved. Please try again.';
  form.setError('root', { type: 'server', message });
}

function Together({ taken, conflicts }: MergedSettings) {
  return (
    <div role="alert" className="alert alert-warning mb-3 block">
      <p className="font-medium">Someone else changed the settings in the meantime. Nothing that you typed is lost.</p>
      {taken.length > 0 && <p>Taken from their changes: {taken.map(partName).join(', ')}.</p>}
      {conflicts.length > 0 && (
        <p>
          Changed by both of you: {conflicts.map(partName).join(', ')}. Yours are shown here; saving again keeps them.
        </p>
      )}
      <p>Check them, then save again.</p>
    </div>
  );
}

function HoldGroup({ form, settings: { holdHoursOverride } }: { form: Form; settings: Settings }) {
  return (
    <SettingsGroup id="settings-hold">
      <div className="max-w-md">
        <SettingsNumber
          form={form}
          name="holdHours"
          label={partName('holdHours')}
          inputMode="numeric"
          hint={
            holdHoursOverride === null
              ? 'After that the order expires and its pieces are for sale again. Existing orders keep their time.'
              : `ORDER_HOLD_HOURS is set to ${holdHoursOverride.toLocaleString('en-US')} on the server and takes precedence: this value only counts once that is removed.`
          }
        />
      </div>
    </SettingsGroup>
  );
}
