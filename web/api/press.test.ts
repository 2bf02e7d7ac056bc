import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const page = new EventTarget();
let released: () => Promise<void>;
beforeAll(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  // Another file of this worker may have loaded it where there was no window.
  vi.resetModules();
  ({ released } = await import('./press.ts'));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['its click was heard', ['pointerup', 'click'], 0],
  ['it was let go without one', ['pointerup'], 300],
  ['it was broken off', ['pointercancel'], 0],
  ['it has lasted too long', [], 2_000],
] as const)('what comes while a button is pressed waits until %s', async (_what, events, ms) => {
  page.dispatchEvent(new Event('pointerdown'));
  const come = vi.fn<() => void>();
  const waiting = released().then(come);
  await Promise.resolve();
  expect(come).not.toHaveBeenCalled();
  for (const event of events) page.dispatchEvent(new Event(event));
  await vi.advanceTimersByTimeAsync(ms);
  await waiting;
  expect(come).toHaveBeenCalledOnce();
  await released();
});
