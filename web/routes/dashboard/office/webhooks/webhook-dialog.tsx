import {
  NewWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookWithSecret,
} from '#contract/office/webhooks.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { ChoiceBoxes } from '#web/forms/choice-boxes.tsx';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { EVENT_WORDS } from './event-words.ts';

interface Props {
  /** The one that is changed; without it a new one is made. */
  webhook?: Webhook;
  onMade: (made: WebhookWithSecret) => void;
  onClose: () => void;
}

const OPTIONS = WEBHOOK_EVENTS.map((value) => ({ value, title: EVENT_WORDS[value], hint: value }));

/** Where an endpoint is and what it is told of. */
export function WebhookDialog({ webhook, onMade, onClose }: Props) {
  const form = useForm({
    resolver: contractResolver(NewWebhook),
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? ([] as WebhookEvent[]) },
  });
  const { errors } = form.formState;
  const submit = sending(form, async (wanted) => {
    if (webhook) {
      await userChange('PUT /webhook/:id', { params: { id: webhook._id }, body: wanted });
      onClose();
    } else onMade(await userChange('POST /webhook', { body: wanted }));
  });
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'Add a webhook'}
      submit={webhook ? 'Save' : 'Add Webhook'}
      size="wide"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <TextField
        label="URL to call"
        type="url"
        inputMode="url"
        placeholder="https://erp.example/shop-events"
        {...fieldIn(form, 'url')}
      />
      <ChoiceBoxes
        legend="Events"
        options={OPTIONS}
        error={errors.events as { message?: string } | undefined}
        field={form.register('events')}
      />
    </FormDialog>
  );
}
