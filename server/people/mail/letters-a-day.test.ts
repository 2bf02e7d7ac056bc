import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createMail } from './mail.ts';
import type { Letter } from './sender.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const config = readConfig({ AUTH_SECRET: 'x'.repeat(32) });

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.raw('delete from mails');
});
afterAll(() => database.close());

test('who causes letters to the shop has twenty a day, then one says that there is more, and others go on', async () => {
  const mail = createMail({ config, database, log });
  const from = (by: string): Letter => ({
    to: 'sally@tradebench.test',
    about: 'quote',
    subject: by,
    text: 'Hello',
    html: '<p>Hello</p>',
    cause: { by, instead: { subject: `More of ${by}`, text: 'More', html: 'More' } },
  });
  await transaction(database, (tx) => mail.queue(tx, ...Array.from({ length: 25 }, () => from('eve'))));
  for (let sent = 0; sent < 380; sent++) await mail.send(from('eve'));
  await mail.send(from('alice'));
  const counts = () =>
    database.raw<{ subject: string; count: number }>(
      'select subject, count(*)::int from mails group by 1 order by count desc, 1 limit 4',
    );
  expect(await counts()).toEqual(
    [
      { subject: 'eve', count: 20 },
      { subject: 'More of eve', count: 1 },
      { subject: 'alice', count: 1 },
    ].toSorted((one, other) => other.count - one.count || (one.subject < other.subject ? -1 : 1)),
  );
  // Many together reach the day's bound: that is said once, too.
  for (let sent = 0; sent < 300; sent++) await mail.send(from(`buyer ${sent}`));
  const more = await database.raw<{ count: number }>(
    `select count(*)::int as count from mails where subject like 'More of buyer%'`,
  );
  expect(more).toEqual([{ count: 1 }]);
});
