import { type MadeApiKey, NewApiKey, type Scope, SCOPES } from '#contract/office/api-keys.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { ChoiceBoxes } from '#web/forms/choice-boxes.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SCOPE_WORDS } from './scope-words.ts';

const DAY_MS = 86_400_000;
const ENDS = [
  { days: 0, title: 'Never' },
  { days: 30, title: 'In 30 days' },
  { days: 90, title: 'In 90 days' },
  { days: 365, title: 'In a year' },
];
/** The moment in so many days, as the call takes it; none where it never ends. */
function momentIn(days: string | undefined): string | undefined {
  return Number(days) > 0 ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : undefined;
}

const OPTIONS = SCOPES.map((value) => ({ value, title: SCOPE_WORDS[value], hint: value }));

/** Asks what a key is for before it is made. */
export function MakeKeyDialog({ onMade, onClose }: { onMade: (made: MadeApiKey) => void; onClose: () => void }) {
  const form = useForm({
    resolver: contractResolver(NewApiKey),
    defaultValues: { name: '', scopes: [] as Scope[] } as { name: string; scopes: Scope[]; expiresAt?: string },
  });
  const { errors } = form.formState;
  const submit = sending(form, async (wanted) => onMade(await userChange('POST /api-key', { body: wanted })));
  return (
    <FormDialog title="Create a key" submit="Create Key" size="wide" {...inDialog(form, submit)} onClose={onClose}>
      <TextField
        label="What the key is for"
        hint="Such as the name of the system that will use it."
        {...fieldIn(form, 'name')}
      />
      <ChoiceBoxes
        legend="What it may do"
        options={OPTIONS}
        error={errors.scopes as { message?: string } | undefined}
        field={form.register('scopes')}
      />
      <SelectField
        label="Expires"
        options={ENDS.map(({ days, title }) => [String(days), title] as const)}
        className="w-full sm:w-60"
        {...form.register('expiresAt', { setValueAs: momentIn })}
      />
    </FormDialog>
  );
}
