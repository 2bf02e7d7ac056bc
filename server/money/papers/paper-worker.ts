import { parentPort } from 'node:worker_threads';
import { type PaperJob, paperOf } from './paper-makers.ts';

const asking = parentPort;
if (!asking) throw new Error('paper-worker.ts is run as a thread, by make-paper.ts');

// One at a time; what goes wrong ends the thread, and is the answer.
asking.on('message', (job: PaperJob) => {
  void paperOf(job).then((bytes) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    asking.postMessage(bytes, [bytes.buffer]);
  });
});
