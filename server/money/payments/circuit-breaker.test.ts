import { expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function broken() {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker(3, 1_000, () => clock.now);
  for (let failures = 0; failures < 3; failures++) breaker.failed();
  return { breaker, clock };
}

it('lets calls through until so many fail in a row', () => {
  const breaker = createCircuitBreaker(3, 1_000, () => 0);
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect(breaker.allows()).toBe(true);
  breaker.failed();
  expect(breaker.allows()).toBe(false);
  expect(breaker.waitMs()).toBe(1_000);
});

it('lets one call at a time try after the pause (attacks T103)', () => {
  const { breaker, clock } = broken();
  clock.now = 1_000;
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
  breaker.failed();
  clock.now = 1_999;
  expect(breaker.allows()).toBe(false);
});

it('lets all through again once one succeeded', () => {
  const { breaker, clock } = broken();
  clock.now = 1_000;
  expect(breaker.allows()).toBe(true);
  breaker.succeeded();
  expect([breaker.allows(), breaker.allows(), breaker.waitMs()]).toEqual([true, true, 0]);
});
