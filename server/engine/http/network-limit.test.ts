import { expect, it } from 'vitest';
import { createNetworkLimit } from './network-limit.ts';

it('lets one network ask only so often in a minute, and others meanwhile', () => {
  let now = 1_000_000;
  const limit = createNetworkLimit(3, () => now);
  const ask = (address: string) => () => limit(address);
  for (const host of ['1', '2', '3']) expect(ask(`2001:db8:1:2::${host}`)).not.toThrow();
  expect(ask('2001:db8:1:2::4')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 60 }));
  expect(ask('2001:db8:1:3::1')).not.toThrow();
  expect(ask('192.0.2.1')).not.toThrow();
  now += 59_999;
  expect(ask('2001:db8:1:2::4')).toThrow(expect.objectContaining({ retryAfter: 1 }));
  now += 1;
  expect(ask('2001:db8:1:2::4')).not.toThrow();
});

it('counts what a call asks for, where that is said', () => {
  const limit = createNetworkLimit(1_000);
  expect(() => limit('192.0.2.1', 600)).not.toThrow();
  expect(() => limit('192.0.2.2', 1_000)).not.toThrow();
  expect(() => limit('192.0.2.1', 401)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
});
