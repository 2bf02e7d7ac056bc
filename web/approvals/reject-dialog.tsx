import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { required } from '#web/forms/required.ts';
import { TextArea } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { say } from '#web/saying/say.ts';

interface Props {
  /** What is rejected, such as `the order` or `3 orders`. */
  what: string;
  /** What was written already. */
  note: string;
  onReject: (why: string) => void;
  onClose: () => void;
}

/** Whoever ordered wants to know why: it is asked once more. */
export function RejectDialog({ what, note, onReject, onClose }: Props) {
  const form = useForm({ defaultValues: { why: note } });
  const submit = sending(form, async ({ why }) => {
    onReject(why.trim());
    onClose();
  });
  return (
    <FormDialog
      title={say('Reject {what}', { what })}
      submit={say('Reject')}
      tone="danger"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <TextArea
        label={say('Reason')}
        required
        hint={say(
          'The person who ordered will see it. You can undo it for ten seconds; then the pieces go back into stock.',
        )}
        rows={3}
        maxLength={1000}
        {...fieldIn(form, 'why', { validate: required('A reason') })}
      />
    </FormDialog>
  );
}
