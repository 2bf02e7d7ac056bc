/** Lets so many pieces of work run at once; others wait for their turn, in the order in which they came. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param count how many run at once
 * @param waitMs how long one waits at most
 * @param tooLate what is thrown to one that waited so long
 */
export function createSlots(count: number, waitMs: number, tooLate: () => Error): Slots {
  let free = count;
  /** In the order in which they came; a set keeps it. */
  const waiting = new Set<() => void>();

  const enter = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(tooLate());
      }, waitMs);
      waiting.add(start);
    });

  return async (work) => {
    if (free > 0) free--;
    else await enter();
    try {
      return await work();
    } finally {
      // Whoever is next takes the place as it is, so that nobody who comes now overtakes them.
      const [next] = waiting;
      if (next) next();
      else free++;
    }
  };
}
