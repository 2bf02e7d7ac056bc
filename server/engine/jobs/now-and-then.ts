/**
 * Does something every so many ms, never twice at once, until the answer is called.
 * @param failed hears what went wrong; the next time comes all the same
 */
export function nowAndThen(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let working: Promise<void> | null = null;
  const look = () => {
    working ??= work()
      .catch(failed)
      .finally(() => {
        working = null;
      });
  };
  const timer = setInterval(look, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
