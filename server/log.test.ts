import { expect, it } from 'vitest';
import { createLog } from './log.ts';

/** What the log says of a fault with this message, and the ms of processor time that it took. */
function logged(message: string): { line: string; ms: number } {
  const lines: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((line: string) => lines.push(line) > 0) as typeof process.stdout.write;
  const before = process.cpuUsage();
  try {
    createLog('error').error({ error: new Error(message) }, 'failed');
  } finally {
    process.stdout.write = write;
  }
  const { user, system } = process.cpuUsage(before);
  return { line: lines.join(''), ms: (user + system) / 1_000 };
}

it('names no e-mail address, however it is written', () => {
  for (const [message, said] of [
    ['Key (email)=(alice@people.test) exists', 'Key (email)=((address)) exists'],
    ['<bob@b@people.test>, +4915112345678', '<(address)>, (number)'],
    ['to carol@people.test@', 'to (address)@'],
    ['@ and a@', '@ and a@'],
  ])
    expect(logged(message!).line).toContain(said);
});

it('writes a long word of a fault without going back on it (attacks T72)', () => {
  const times = ['a', 'a@', '@', '.'].map((piece) =>
    Math.min(...[1, 2, 3].map(() => logged(piece.repeat(100_000)).ms)),
  );
  expect(Math.max(...times)).toBeLessThan(50);
});
