import cluster from 'node:cluster';

/** A call that is being answered: its method and the route's pattern, never an address, and when it began (ms since 1970). */
export interface OpenCall {
  call: string;
  since: number;
}

/** What a process tells its supervisor: that it lives and what it answers, once a second; and each call as it begins. */
export type Beat = { beat: OpenCall[] } | { began: OpenCall };

const BEAT_MS = 1_000;
const open = new Set<OpenCall>();

/** Tells the supervisor once a second that this process goes on; without one nobody is told. */
export function startBeating(): void {
  if (!cluster.isWorker) return;
  const beat = () => tell({ beat: [...open] });
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/**
 * Answers a call so that the supervisor knows of it, should the process come to stand still.
 * @param call method and route, such as `POST /order-lines`
 */
export async function toldOf<T>(call: string, answer: () => Promise<T>): Promise<T> {
  if (!cluster.isWorker) return answer();
  const begun = { call, since: Date.now() };
  open.add(begun);
  tell({ began: begun });
  try {
    return await answer();
  } finally {
    open.delete(begun);
  }
}

function tell(beat: Beat): void {
  // The supervisor may be gone; then this process is told to end, too.
  if (process.connected) process.send?.(beat, undefined, undefined, () => {});
}
