import type { StaffReview } from '#contract/buying/reviews.ts';
import { day } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

interface Actions {
  /** Hides it, or shows it again. */
  onHide: (review: StaffReview) => void;
  onRemove: (review: StaffReview) => void;
}

/** What the table of reviews shows, and what staff can do with one. */
export function reviewColumns({ onHide, onRemove }: Actions): Column<StaffReview>[] {
  return [
    {
      title: 'By',
      names: true,
      cell: ({ name, createdAt }) => (
        <>
          <span className="block font-semibold break-words">{name}</span>
          <time className="muted text-sm" dateTime={createdAt}>
            {day(createdAt)}
          </time>
        </>
      ),
    },
    {
      title: 'Rating',
      kind: 'tight',
      cell: ({ rating }) => <span className="whitespace-nowrap">{rating} of 5</span>,
    },
    {
      title: 'Review',
      cell: ({ review, tool, toolId }) => (
        <>
          <span className="block max-w-prose break-words whitespace-pre-line">{review}</span>
          {tool !== undefined && (
            <span className="muted block text-sm">
              {toolId === undefined ? (
                tool
              ) : (
                <PageLink to={`/products/${toolId}`} className="link">
                  {tool}
                </PageLink>
              )}
            </span>
          )}
        </>
      ),
    },
    {
      title: 'State',
      kind: 'tight',
      cell: ({ hidden }) =>
        hidden ? <span className="badge badge-warning">Hidden</span> : <span className="muted text-sm">Shown</span>,
    },
    {
      title: 'Change',
      kind: 'tight',
      cell: (review) => (
        <div className="flex flex-wrap gap-2">
          <RowButton onClick={() => onHide(review)}>{review.hidden ? 'Show' : 'Hide'}</RowButton>
          <RowButton tone="danger" onClick={() => onRemove(review)}>
            Remove
          </RowButton>
        </div>
      ),
    },
  ];
}
