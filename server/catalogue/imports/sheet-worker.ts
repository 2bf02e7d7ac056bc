import { parentPort, workerData } from 'node:worker_threads';
import { SheetProblem } from '#sheets/sheet-rows.ts';
import { openSheet } from './open-sheet.ts';
import type { SheetAnswer } from './read-sheet.ts';

const asking = parentPort;
if (!asking) throw new Error('sheet-worker.ts is run as a thread, by read-sheet.ts');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (message: SheetAnswer) => asking.postMessage(message);
/** What is wrong with the file is an answer; all else is an error of ours. */
const told = async (work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    answer({ refused: { kind: error.kind, message: error.message } });
  }
};

await told(async () => {
  const { parts, problems, decimalCommas, hasCommas } = await openSheet(String(workerData));
  const rows = parts[Symbol.asyncIterator]();
  asking.on('message', () => {
    void told(async () => {
      const { done, value } = await rows.next();
      answer(done ? { ended: problems } : { part: value });
    });
  });
  answer({ opened: { decimalCommas, hasCommas } });
});
