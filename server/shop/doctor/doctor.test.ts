import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { noteUntrustedProxy } from '#server/engine/http/untrusted-proxies.ts';
import { doctor } from './doctor.ts';
import { lookAtBackups, lookAtClock, lookAtDisk, lookAtMigrations } from './machine.ts';
import { lookAtInvoiceFacts, lookAtMail, lookAtPayments, lookAtProxy, lookAtWebhook } from './others.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-doctor-'));
let database: Database;
/** Plays whoever the doctor asks: answers with what stands here under the path. */
let answers: Record<string, [status: number, body: object]> = {};
let host: Server;
let url: string;
beforeAll(async () => {
  database = await freshDatabase();
  host = createServer((request, response) => {
    const [status, body] = answers[(request.url ?? '').split('?')[0] ?? ''] ?? [
      404,
      { error: { message: 'No such', type: 'invalid_request_error' } },
    ];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(async () => {
  host.close();
  host.closeAllConnections();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
const stripe = () => ({
  kind: 'stripe' as const,
  secretKey: 'sk_test_x',
  publishableKey: 'pk_test_x',
  webhookSecret: 'whsec_x',
  apiBase: url,
});

it('says a line for each thing that a start needs, and 0 where all of it is well', async () => {
  const said: string[] = [];
  const code = await doctor({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' }, (line) => said.push(line));
  expect(said.filter((line) => line.startsWith('WRONG'))).toEqual([]);
  const things = said.map((line) => /^ok {4}(\w+):/.exec(line)?.[1]).filter(Boolean);
  expect(things.join(' ')).toBe(
    'Node Configuration Port Database Migrations Clock Invoices Backups Disk Mail Payments Webhook Proxy',
  );
  expect([code, said.at(-1)]).toEqual([0, 'All is well.']);
}, 60_000);

it('says what is set wrongly, and 1', async () => {
  const said: string[] = [];
  expect(await doctor({ NODE_ENV: 'production' }, (line) => said.push(line))).toBe(1);
  expect(said.join('\n')).toMatch(/WRONG Configuration: .*DATABASE_URL is missing/);
  expect(said.at(-1)).toBe('1 thing needs attention.');
});

it('names migrations that have not run, and what runs them', async () => {
  expect(await lookAtMigrations(database)).toMatch(/^all \d+ have run$/);
  const [last] = await database.raw<{ name: string }>(
    `delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`,
  );
  await expect(lookAtMigrations(database)).rejects.toThrow(`${last!.name}). Run: npm run shop -- migrate`);
  await database.raw('insert into schema_migrations (name) values ($1)', [last!.name]);
});

it('compares this machine and the database, whichever is wrong', async () => {
  expect(await lookAtClock(database)).toContain('agree within');
  await expect(lookAtClock(database, () => Date.now() - 120_000)).rejects.toThrow('ahead of this machine');
  await expect(lookAtClock(database, () => Date.now() + 120_000)).rejects.toThrow('behind this machine');
});

it('looks at the disk of a folder that is not there yet', async () => {
  expect(await lookAtDisk({ dataDir: join(folder, 'not', 'yet'), backups: undefined })).toContain(folder);
});

it('looks at the disk of the backups, too', async () => {
  const { dataDir, backups } = readConfig({ DATA_DIR: folder, BACKUP_TO: '/proc/backups' });
  // Where there is no room at all.
  await expect(lookAtDisk({ dataDir, backups })).rejects.toThrow('0.0 GB are free where BACKUP_TO is (/proc)');
  const there = readConfig({ DATA_DIR: folder, BACKUP_TO: join(folder, 'kept') });
  expect(await lookAtDisk(there)).toContain('for backups at');
});

it('says that the newest backup is old', async () => {
  const config = readConfig({ DATA_DIR: folder, BACKUP_TO: join(folder, 'backups') });
  expect(await lookAtBackups(config)).toContain('none yet');
  const { makeBackup } = await import('#server/engine/backups/backups.ts');
  await makeBackup(database, config, new Date('2026-03-01T00:00:00Z'));
  expect(await lookAtBackups(config, Date.parse('2026-03-01T20:00:00Z'))).toContain('2026-03-01T00:00:00.000Z');
  await expect(lookAtBackups(config, Date.parse('2026-03-04T00:00:00Z'))).rejects.toThrow('npm run shop -- backup');
});

it('asks the mail server, the card provider and the proxy, and says what to do where one refuses', async () => {
  await expect(lookAtMail({ smtpUrl: 'smtp://127.0.0.1:1' })).rejects.toThrow('SMTP_URL');
  expect(await lookAtPayments({ stripe: stripe() })).toBe('Stripe accepts the test key');
  answers = {
    '/v1/payment_intents/pi_asked_by_the_doctor': [401, { error: { message: 'No', type: 'invalid_request_error' } }],
  };
  await expect(lookAtPayments({ stripe: stripe() })).rejects.toThrow('Check STRIPE_SECRET_KEY');
  const baseUrl = 'https://shop.example';
  expect(await lookAtWebhook({ stripe: stripe(), baseUrl })).toContain('this key cannot check whether');
  answers = { '/v1/webhook_endpoints': [200, { data: [] }] };
  await expect(lookAtWebhook({ stripe: stripe(), baseUrl })).rejects.toThrow(
    'does not know https://shop.example/webhooks/stripe',
  );
  answers = { '/v1/webhook_endpoints': [200, { data: [{ url: `${baseUrl}/webhooks/stripe`, status: 'enabled' }] }] };
  expect(await lookAtWebhook({ stripe: stripe(), baseUrl })).toContain('Stripe sends to');
  const config = { ...readConfig({ DATA_DIR: folder }), production: true, baseUrl: url };
  await expect(lookAtProxy(config)).rejects.toThrow('responds with 404');
  answers = { '/healthz': [200, {}] };
  await expect(lookAtProxy(config)).rejects.toThrow('TRUSTED_PROXIES');
  const behind = readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: '10.0.0.0/8' });
  expect(await lookAtProxy({ ...config, trustedProxies: behind.trustedProxies })).toContain('1 proxies');
});

it('names a proxy that is not trusted, once it sent X-Forwarded-For, until it is', async () => {
  answers = { '/healthz': [200, {}] };
  const config = { ...readConfig({ DATA_DIR: folder }), production: true, baseUrl: url };
  const behind = (ranges: string) => ({
    ...config,
    trustedProxies: readConfig({ DATA_DIR: folder, TRUSTED_PROXIES: ranges }).trustedProxies,
  });
  expect(await lookAtProxy(behind('172.16.0.0/12'), database)).toContain('answers');
  await noteUntrustedProxy(database.db, '::ffff:10.88.0.7');
  await noteUntrustedProxy(database.db, '::ffff:10.89.0.7');
  await expect(lookAtProxy(behind('172.16.0.0/12'), database)).rejects.toThrow('10.89.0.7, last at 20');
  expect(await lookAtProxy(behind('172.16.0.0/12, 10.89.0.0/16'), database)).toContain('2 proxies');
});

it('says which facts e-invoices lack, and where they are given', async () => {
  expect(await lookAtInvoiceFacts(database)).toMatch(/^\d facts are missing \(.*Peppol address\): Settings/);
});
