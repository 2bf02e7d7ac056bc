import { parentPort, workerData } from 'node:worker_threads';
import { SheetProblem, type SheetReader } from '#sheets/sheet-rows.ts';
import type { SheetAnswer } from './read-sheet.ts';

/** What a thread of read-sheet.ts does: opens the file that it was given, and answers with its rows part by part. */
export async function answerWithRows(openFile: (path: string) => Promise<SheetReader>): Promise<void> {
  const asking = parentPort;
  if (!asking) throw new Error('This is run as a thread, by read-sheet.ts');

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const answer = (message: SheetAnswer) => asking.postMessage(message);
  /** What is wrong with the file is an answer; all else is an error of ours. */
  const told = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error;
      answer({ refused: { kind: error.kind, sentence: error.sentence } });
    }
  };

  await told(async () => {
    const { parts, problems, decimalCommas, hasCommas } = await openFile(String(workerData));
    const rows = parts[Symbol.asyncIterator]();
    asking.on('message', () => {
      void told(async () => {
        const { done, value } = await rows.next();
        answer(done ? { ended: problems } : { part: value });
      });
    });
    answer({ opened: { decimalCommas, hasCommas } });
  });
}
