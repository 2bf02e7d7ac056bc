import { expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { faultOf } from './fuzz-verdict.ts';

const refusal = (facts: object) =>
  Response.json(
    { code: 'UNAUTHENTICATED', message: 'Please log in.', requestId: 'aaaa-pg_bbbb', ...facts },
    { status: 401, headers: { 'x-content-type-options': 'nosniff' } },
  );

it('finds what tells of the inside, and not in the random name of a request', async () => {
  const route = routes.listAddresses;
  expect(await faultOf(refusal({}), route)).toBeNull();
  expect(await faultOf(refusal({ message: 'pg_class is locked' }), route)).toContain('it tells of the inside');
});
