import { z } from 'zod';
import type { StaffReview } from '#contract/buying/reviews.ts';
import { text } from '#contract/text.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  review: StaffReview;
  onClose: () => void;
}

const Fields = z.object({ reason: text(1, 500, 'Reason') });
const FOR_THE_LOG = 'For the audit log; customers do not see it.';

/** Takes a review out of sight, or lets it be seen again. */
export function HideReviewDialog({ review: { _id, name, hidden }, onClose }: Props) {
  const [act, done] = hidden ? ['Show', 'shown again'] : ['Hide', 'hidden'];
  return (
    <CallDialog
      title={`${act} the review of ${name}`}
      submit={act}
      schema={Fields}
      start={{ reason: '' }}
      send={async ({ reason }) => {
        await userChange('PUT /review/:id', { params: { id: _id }, body: { hidden: !hidden, reason } });
        return `The review is ${done}`;
      }}
      onClose={onClose}
    >
      {(field) => <TextField label="Reason" hint={FOR_THE_LOG} autoComplete="off" {...field('reason')} />}
    </CallDialog>
  );
}

/** Removes a review for good. */
export function RemoveReviewDialog({ review: { _id, name, review }, onClose }: Props) {
  return (
    <CallDialog
      title={`Remove the review of ${name}`}
      submit="Remove for good"
      tone="danger"
      schema={Fields}
      start={{ reason: '' }}
      send={async ({ reason }) => {
        await userChange('DELETE /review/:id', { params: { id: _id }, query: { reason } });
        return 'The review is removed';
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <blockquote className="border-base-300 mb-3 max-h-40 overflow-y-auto border-l-4 pl-3 break-words whitespace-pre-line">
            {review}
          </blockquote>
          <TextField
            label="Reason"
            hint={`${FOR_THE_LOG} The beginning of the review is kept there, too.`}
            autoComplete="off"
            {...field('reason')}
          />
        </>
      )}
    </CallDialog>
  );
}
