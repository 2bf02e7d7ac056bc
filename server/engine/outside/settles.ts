/** Thrown where somebody outside took longer than they may. */
class TookTooLong extends Error {
  override name = 'TimeoutError';
}

/**
 * Makes a call to somebody outside of which the promise settles in time, whatever becomes of the connection: some answers
 * end a connection without a word to whoever waits for it (decision 421).
 * @param limitMs from the first look-up of the name to the last byte
 * @param work gets the signal by which it ends what it has open; what it says after that is heard by nobody
 * @param leaving breaks it off
 * @throws TookTooLong; the reason of `leaving`; and what `work` throws
 */
export async function settles<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  leaving?: AbortSignal | null,
): Promise<T> {
  leaving?.throwIfAborted();
  const ending = new AbortController();
  const over = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
  });
  const timer = setTimeout(() => ending.abort(new TookTooLong(`no answer in ${limitMs} ms`)), limitMs);
  const leave = () => ending.abort(leaving?.reason);
  leaving?.addEventListener('abort', leave, { once: true });
  try {
    const done = work(ending.signal);
    done.catch(() => {});
    return await Promise.race([done, over]);
  } finally {
    clearTimeout(timer);
    leaving?.removeEventListener('abort', leave);
  }
}
