/** Nobody waits longer than this for what only makes a search quicker. */
const PATIENCE_MS = 50;

/**
 * What is read of a database once in a while and may be a little old, or not there: who asks first waits a moment at most, and
 * where it cannot be read all go on with what was read before.
 * @param none what is given until it was read
 */
export function onceInAWhile<From extends object, T>(
  everyMs: number,
  none: T,
  read: (from: From) => Promise<T>,
): (from: From) => Promise<T> {
  const known = new WeakMap<From, { until: number; value: T }>();
  return async (from) => {
    const earlier = known.get(from);
    if (earlier && earlier.until > Date.now()) return earlier.value;
    const entry = { until: Date.now() + everyMs, value: earlier?.value ?? none };
    known.set(from, entry);
    const reading = read(from).then(
      (value) => {
        entry.value = value;
      },
      () => {},
    );
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([reading, new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))]);
    clearTimeout(timer);
    return entry.value;
  };
}
