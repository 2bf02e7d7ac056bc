import { expect, test } from 'vitest';
import type { Log } from '#server/log.ts';
import { createCspReports } from './csp-reports.ts';

function reports() {
  const lines: object[] = [];
  const log: Log = { debug() {}, info() {}, error() {}, warn: (facts) => void lines.push(facts) };
  const csp = createCspReports(log, () => 0);
  const post = (body: unknown, type = 'application/csp-report') =>
    csp.receive(
      new Request('http://shop.test/csp-report', {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return { csp, lines, post };
}
const report = (blocked: string) => ({
  'csp-report': {
    'document-uri': 'https://shop.test/reset-password?token=secret',
    'violated-directive': 'img-src',
    'blocked-uri': blocked,
  },
});

test('a report is counted and logged without queries and user names', async () => {
  const { csp, lines, post } = reports();
  const answer = await post(report('https://u:p@evil.test/a.png?email=alice@people.test'));
  expect(answer.status).toBe(204);
  expect(csp.count()).toBe(1);
  expect(lines).toEqual([
    { page: 'https://shop.test/reset-password', directive: 'img-src', blocked: 'https://evil.test/a.png', count: 1 },
  ]);
});

test('a batch of the Reporting API is read too', async () => {
  const { csp, post } = reports();
  const one = { type: 'csp-violation', body: { documentURL: 'https://shop.test/', blockedURL: 'inline' } };
  expect((await post([one, one], 'application/reports+json')).status).toBe(204);
  expect(csp.count()).toBe(2);
});

test('a flood of reports makes no flood of lines', async () => {
  const { csp, lines, post } = reports();
  for (let index = 0; index < 200; index++) await post(report(`https://evil.test/${index}`));
  expect(csp.count()).toBe(200);
  expect(lines).toHaveLength(20);
});

test.each([
  ['x'.repeat(17_000), 'application/csp-report', 'BODY_TOO_LARGE'],
  [{}, 'application/json', 'UNSUPPORTED_MEDIA_TYPE'],
  ['no json', 'application/csp-report', 'INVALID_JSON'],
  [{ a: 1 }, 'application/csp-report', 'INVALID_JSON'],
  ['[1]', 'application/reports+json', 'INVALID_JSON'],
])('%# is no report: %s', async (body, type, code) => {
  await expect(reports().post(body, type)).rejects.toMatchObject({ code });
});
