import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { StaffReview } from '#contract/buying/reviews.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { reviewColumns } from './columns.tsx';
import { HideReviewDialog, RemoveReviewDialog } from './review-dialogs.tsx';

export const meta = metaOf({ title: 'All Reviews', description: 'What customers say, to be hidden or removed.' });

const STATES = { '': 'All', shown: 'Shown', hidden: 'Hidden' };

export default function AllReviewsPage() {
  return (
    <RequirePermission permission="reviews">
      <h2 className="mb-2 text-xl font-semibold">Reviews</h2>
      <WhereTheyStand />
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Words, name or product" />
        <ChoiceField label="Show" name="state" options={STATES} />
      </div>
      <Reviews />
    </RequirePermission>
  );
}

function WhereTheyStand() {
  const { sections } = useShop();
  return (
    <p className="muted mb-4 max-w-prose">
      {sections.reviews
        ? 'Reviews are shown on the home page, on their own page and on the page of the product that they name. A hidden one is shown nowhere until you show it again.'
        : 'Reviews are turned off in the settings, so visitors see none of these.'}
    </p>
  );
}

function Reviews() {
  const [search] = useSearchParams();
  const [hidden, setHidden] = useState<StaffReview | null>(null);
  const [removed, setRemoved] = useState<StaffReview | null>(null);
  const sought = { q: search.get('q') ?? undefined, state: chosen(search, 'state', { shown: '', hidden: '' }) };
  const query = usePersonalList(['all-reviews', sought], 'GET /all-reviews', { query: sought });
  return (
    <>
      <PagedTable
        query={query}
        one="review"
        label="Reviews"
        columns={reviewColumns({ onHide: setHidden, onRemove: setRemoved })}
        keyOf={({ _id }) => _id}
      />
      {hidden && <HideReviewDialog review={hidden} onClose={() => setHidden(null)} />}
      {removed && <RemoveReviewDialog review={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
