import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { welcome } from './welcome.ts';

it('says in at most ten lines where the shop is, who can sign in, and where letters are', () => {
  const said = welcome(readConfig({ AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only' }), 3000);
  expect(said.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
  for (const each of ['http://localhost:3000', 'ada@tradebench.test', 'Password', '/demo/mailbox'])
    expect(said).toContain(each);
});
