import { expect, it } from 'vitest';
import type { Parts } from './parts.ts';
import { healthHandlers } from './health.ts';

/** Of a shop whose database is away. */
const parts = {
  database: { raw: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) },
} as unknown as Parts;

it('without its database a process is not ready, and serves all the same until it drains', async () => {
  const health = { finishing: false, accepting: true };
  const { servez, readyz } = healthHandlers(parts, health);
  const ask = (handler: typeof servez | typeof readyz) => (handler as () => Promise<unknown>)();
  expect(await ask(servez)).toEqual({ status: 'serving' });
  await expect(ask(readyz)).rejects.toThrow('away');
  health.accepting = false;
  await expect(ask(servez)).rejects.toThrow('shutting down');
});
