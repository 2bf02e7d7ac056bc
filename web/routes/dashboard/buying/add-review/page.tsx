import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { NewReview } from '#contract/buying/reviews.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useBoughtTools } from '#web/queries/buying/orders.ts';
import { postReview } from '#web/queries/buying/post-review.ts';
import { useUser } from '#web/session/signed-in.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';

export const meta = metaOf({ title: 'Add a Review', description: 'Write a review.' });

const Fields = z.object({
  review: NewReview.shape.review,
  rating: NewReview.shape.rating,
  toolId: z.string(),
});
const EMPTY = { review: '', rating: 1, toolId: '' };

export default function AddReviewPage() {
  const user = useUser();
  const bought = useBoughtTools();
  const form = useForm({ resolver: contractResolver(Fields), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;

  const rating = useWatch({ control: form.control, name: 'rating' });

  const submit = form.handleSubmit(async ({ review, rating, toolId }) => {
    try {
      await postReview({ name: user.displayName, review, rating, ...(toolId ? { toolId } : {}) });
      form.reset(EMPTY);
      toast.success('New Review Added');
    } catch (error) {
      showIssues(form, error, { NOT_BOUGHT: 'toolId' });
    }
  });

  return (
    <section className="max-w-xl">
      <h2 className="mb-4 text-xl font-semibold">Add a Review</h2>
      <form noValidate onSubmit={(event) => void (isSubmitting ? event.preventDefault() : submit(event))}>
        <TextField label="Name" readOnly value={user.displayName} />
        <TextArea label="Review" rows={5} {...fieldIn(form, 'review')} />
        <TextField
          label="Rating"
          type="number"
          min={1}
          max={5}
          step={1}
          error={errors.rating}
          hint={<Stars rating={Number(rating)} onChoose={(stars) => form.setValue('rating', stars)} />}
          {...form.register('rating')}
        />
        {bought.length > 0 && (
          <SelectField
            label="What you bought (optional)"
            options={[
              ['', 'My review is about the company'],
              ...bought.map(({ toolId, tool }) => [toolId, tool] as const),
            ]}
            {...fieldIn(form, 'toolId')}
          />
        )}
        <FormProblem message={errors.root?.message} />
        {/* Disabled it would lose the focus. */}
        <button className="btn btn-primary mt-4" aria-disabled={isSubmitting || undefined}>
          Post the Review
        </button>
      </form>
    </section>
  );
}

/** The rating as stars that can be pressed, and in words, so that nobody posts one star unseen. */
function Stars({ rating, onChoose }: { rating: number; onChoose: (stars: number) => void }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      {[1, 2, 3, 4, 5].map((stars) => (
        <button
          key={stars}
          type="button"
          className="btn btn-ghost btn-square text-accent min-h-11 text-2xl"
          aria-label={`${stars} of 5 stars`}
          aria-pressed={stars === rating}
          onClick={() => onChoose(stars)}
        >
          {stars <= rating ? '★' : '☆'}
        </button>
      ))}
      <span className="ml-2 text-base">{rating >= 1 && rating <= 5 ? `${rating} of 5` : 'Choose 1 to 5'}</span>
    </span>
  );
}
