import { sentence } from '#contract/sentences.ts';
import { once } from 'node:events';
import { AppError } from '#server/engine/http/app-error.ts';
import { startThread } from '#server/engine/threads/start-thread.ts';
import type { ReadProblem, ReadRow, SheetProblem, SheetReader } from '#sheets/sheet-rows.ts';
import { noSheet } from './receive-sheet.ts';

/** What the thread answers: first that the sheet is open, then a part each time that it is asked for one. */
export type SheetAnswer =
  | { opened: Pick<SheetReader, 'decimalCommas' | 'hasCommas'> }
  | { part: ReadRow[] }
  | { ended: ReadProblem[] }
  | { refused: Pick<SheetProblem, 'kind' | 'sentence'> };

/** What reading one sheet may take: memory of its own in MB, and ms, without those in which nobody asked for rows. */
interface ReadingLimits {
  megabytes: number;
  ms: number;
}
const LIMITS: ReadingLimits = { megabytes: 256, ms: 60_000 };

/** A sheet that is read in a thread of its own, which ends with it. */
interface OpenSheet extends SheetReader {
  close(): Promise<void>;
}

/** The threads that read files, by what they take them for. */
const THREADS = {
  sheet: 'server/catalogue/imports/sheet-worker.ts',
  bank: 'server/money/bank-imports/bank-file-worker.ts',
};

/**
 * Opens a sheet where reading it stops nobody: in a thread that is ended when it goes beyond its limits.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_ERROR where the file is empty; its parts likewise
 */
export async function readSheet(
  path: string,
  limits = LIMITS,
  kind: keyof typeof THREADS = 'sheet',
): Promise<OpenSheet> {
  const worker = startThread(THREADS[kind], {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  /** An error while nobody waits for an answer is the next one's. */
  const ended = new Promise<never>((_resolve, reject) => worker.on('error', reject));
  ended.catch(() => {});
  let left = limits.ms;
  const answer = async (): Promise<SheetAnswer> => {
    const began = performance.now();
    try {
      const signal = AbortSignal.timeout(Math.max(0, Math.round(left)));
      const [message] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [SheetAnswer];
      if ('refused' in message) throw refusal(message.refused);
      return message;
    } catch (error) {
      await worker.terminate();
      throw beyond(error) ?? error;
    } finally {
      left -= performance.now() - began;
    }
  };
  const first = await answer();
  if (!('opened' in first)) throw new Error('The thread gave rows before it had opened the sheet');
  const problems: ReadProblem[] = [];
  const parts = async function* (): AsyncGenerator<ReadRow[]> {
    for (;;) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next');
      const next = await answer();
      if ('ended' in next) problems.push(...next.ended);
      if (!('part' in next)) return;
      yield next.part;
    }
  };
  const close = async () => {
    await worker.terminate();
  };
  return { ...first.opened, problems, parts: parts(), close };
}

function refusal({ kind, sentence: said }: Pick<SheetProblem, 'kind' | 'sentence'>): AppError {
  if (kind === 'empty') return noSheet();
  return new AppError(kind === 'too-large' ? 'BODY_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE', said);
}

/** What to say where the thread was ended for going beyond its limits. */
function beyond(error: unknown): AppError | undefined {
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError(
      'BODY_TOO_LARGE',
      sentence('This file takes too much memory to be read. Send fewer rows at once, or CSV.'),
    );
  if (name === 'AbortError')
    return new AppError(
      'BODY_TOO_LARGE',
      sentence('This file takes too long to be read. Send fewer rows at once, or CSV.'),
    );
  return undefined;
}
