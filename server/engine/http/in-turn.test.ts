import { expect, it } from 'vitest';
import { createTurns } from './in-turn.ts';

it('does one piece of work after the other, whatever became of the one before, and lets only so many wait', async () => {
  const inTurn = createTurns(2);
  let breakIt: (reason: Error) => void = () => {};
  const first = new Promise<void>((_, reject) => (breakIt = reject));
  const begun: string[] = [];
  const work = (name: string, until: Promise<void>) =>
    inTurn(() => {
      begun.push(name);
      return until;
    });
  const broken = work('broken', first);
  const next = work('next', Promise.resolve());
  expect(() => work('third', Promise.resolve())).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  await Promise.resolve();
  expect(begun).toEqual(['broken']);
  breakIt(new Error('broken'));
  await expect(broken).rejects.toThrow('broken');
  await next;
  expect(begun).toEqual(['broken', 'next']);
  await work('later', Promise.resolve());
});
