/** Something that is done every so many ms, never twice at once. */
interface RepeatedJob {
  /** Does it now, or once more after what is being done; resolves when nothing is left to do. */
  look(): Promise<void>;
  start(): void;
  /** Resolves when what is being done is done. */
  stop(): Promise<void>;
}

/** @param failed hears what went wrong; the next time comes all the same */
export function nowAndThen(everyMs: number, work: () => Promise<void>, failed: (error: unknown) => void): RepeatedJob {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let again = false;
  const look = () => {
    again = true;
    working ??= (async () => {
      while (again) {
        again = false;
        await work();
      }
    })()
      .catch(failed)
      .finally(() => {
        working = null;
      });
    return working;
  };
  return {
    look,
    start() {
      timer = setInterval(() => void look(), everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
