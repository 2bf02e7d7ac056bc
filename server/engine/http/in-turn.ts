import { sentence } from '#contract/sentences.ts';
import { AppError } from './app-error.ts';

/**
 * Does work one after the other in this process: for what takes much memory, a processor or the engine.
 * @param mostWaiting how many may wait; the next is refused with AppError RATE_LIMITED
 */
export function createTurns(mostWaiting = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= mostWaiting)
      throw new AppError(
        'RATE_LIMITED',
        sentence('Many people are asking for this right now. Please try again in a moment.'),
        {
          retryAfter: 2,
        },
      );
    waiting++;
    const mine = last.then(work).finally(() => waiting--);
    last = mine.catch(() => {});
    return mine;
  };
}
