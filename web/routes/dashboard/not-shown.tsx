import { ApiError } from '#web/api/api-error.ts';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { QueryProblem } from './query-problem.tsx';

/**
 * Shown instead of a page's subject: that it is loading, that there is none, or why it could not be fetched.
 * @param what as it stands within a sentence, such as `the order`
 */
export function NotShown({ what, error }: { what: string; error: Error | null }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound heading="h2" />;
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be shown`;
  if (error) return <QueryProblem heading="h2" title={title} message={error.message} />;
  return <div className="skeleton h-96 w-full" role="status" aria-label={`Loading ${what}`} />;
}
