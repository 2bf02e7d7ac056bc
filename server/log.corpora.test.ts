import { expect, it } from 'vitest';
import { createLog } from './log.ts';

/** The ms of processor time that the log takes for a fault with this message. */
function timeOf(message: string): number {
  const write = process.stdout.write;
  process.stdout.write = (() => true) as typeof process.stdout.write;
  const before = process.cpuUsage();
  try {
    createLog('error').error({ error: new Error(message) }, 'failed');
  } finally {
    process.stdout.write = write;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

it('writes a long word of a fault without going back on it (attacks T72)', () => {
  const times = ['a', 'a@', '@', '.'].map((piece) => Math.min(...[1, 2, 3].map(() => timeOf(piece.repeat(100_000)))));
  expect(Math.max(...times)).toBeLessThan(50);
});
