import { expect, it } from 'vitest';
import { createLog } from './log.ts';

/** What the log says of a fault with this message. */
function logged(message: string): string {
  const lines: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((line: string) => lines.push(line) > 0) as typeof process.stdout.write;
  try {
    createLog('error').error({ error: new Error(message) }, 'failed');
  } finally {
    process.stdout.write = write;
  }
  return lines.join('');
}

it('names no e-mail address, however it is written', () => {
  for (const [message, said] of [
    ['Key (email)=(alice@people.test) exists', 'Key (email)=((address)) exists'],
    ['<bob@b@people.test>, +4915112345678', '<(address)>, (number)'],
    ['to carol@people.test@', 'to (address)@'],
    ['@ and a@', '@ and a@'],
  ])
    expect(logged(message!)).toContain(said);
});
