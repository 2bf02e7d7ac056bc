import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { buildShop, shopProcess } from '#server/shop-process-for-tests.ts';
import { type Buyer, signUp } from '../buyer.ts';
import { type Check, must, run } from './check.ts';
import { payOrder } from './pay-order.ts';

const PORT = 4798;
/** As postgres-for-tests runs its servers. */
const NOBODY = { uid: 65534, gid: 65534 };
const BACK_WITHIN_MS = 60_000;

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A copy of a running server's files, with what says where in the archive it begins. */
async function baseBackup(server: TestServer, copy: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    // One session from beginning to end, as PostgreSQL asks for.
    await client.query(`select pg_backup_start('base', fast => true)`);
    // With whom they belong to, which PostgreSQL looks at.
    run('cp', ['-R', '-p', `${rows[0]!.folder}/.`, copy]);
    for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_wal'])
      rmSync(join(copy, left), { recursive: true, force: true });
    const ended = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    writeFileSync(join(copy, 'backup_label'), ended.rows[0]!.labelfile);
    mkdirSync(join(copy, 'pg_wal/archive_status'), { recursive: true });
    if (process.getuid?.() === 0) run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, copy]);
  } finally {
    await client.end();
  }
}

/**
 * Point-in-time recovery with nothing but PostgreSQL: somebody drops all of the shop's tables, and a new server is brought to
 * the moment before, by a copy of the old one's files and its archived WAL.
 */
async function backToTheMoment(): Promise<string> {
  await buildShop();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-wal-'));
  const archive = join(folder, 'archive');
  const copy = join(folder, 'base');
  for (const each of [archive, copy]) mkdirSync(each);
  chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) chownSync(archive, NOBODY.uid, NOBODY.gid);
  const server = await startPostgres({
    durable: true,
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      wal_level: 'replica',
    },
  });
  const database = await server.createDatabase();
  const settings = (url: string) => ({ DATABASE_URL: url, BASE_URL: `http://127.0.0.1:${PORT}` });
  const shop = shopProcess(PORT, settings(database), { readyWithinMs: BACK_WITHIN_MS });
  let restored: TestServer | undefined;
  let again: ReturnType<typeof shopProcess> | undefined;
  try {
    await shop.start();
    const buyer = await signUp(shop.url, () => shop.url, 'wal');
    const first = await payOrder(buyer, shop.url);
    await baseBackup(server, copy);
    const second = await payOrder(buyer, shop.url);
    const [moment] = await ask<{ at: string }>(database, 'select clock_timestamp()::text as at');
    // The moment lies before the mistake, on whatever clock.
    await pause(1_100);
    await shop.kill();
    await ask(database, 'drop schema public cascade');
    await ask(database, 'select pg_switch_wal()');
    await expectArchived(server.url);
    await server.kill();

    writeFileSync(join(copy, 'recovery.signal'), '');
    const began = performance.now();
    restored = await startPostgres({
      durable: true,
      from: copy,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: moment!.at,
        recovery_target_action: 'promote',
      },
    });
    await expectOpen(restored.url);
    const url = new URL(database);
    url.port = new URL(restored.url).port;
    again = shopProcess(PORT, settings(url.href), { readyWithinMs: BACK_WITHIN_MS });
    await again.start();
    const seconds = Math.round((performance.now() - began) / 1_000);
    for (const id of [first, second]) await mustBePaid(buyer, id);
    await payOrder(buyer, again.url);
    return `both paid orders are back, that of after the copy of the files too, and the shop sells again ${seconds} s after its server was gone`;
  } finally {
    await shop.kill();
    await again?.kill();
    await restored?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function mustBePaid(buyer: Buyer, id: string): Promise<void> {
  const { status, body } = await buyer.call('GET', `/order/${id}`);
  must(status === 200 && body['paid'] === true, `order ${id} is not there as it was: ${status}`);
}

/** Until everything that was switched away from lies in the archive. */
async function expectArchived(url: string): Promise<void> {
  const deadline = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const [row] = await ask<{ done: boolean }>(
      url,
      `select coalesce(last_archived_wal, '') >= pg_walfile_name(pg_current_wal_lsn() - 1) or
         not exists (select from pg_ls_archive_statusdir() where name like '%.ready') as done from pg_stat_archiver`,
    );
    if (row?.done) return;
    must(Date.now() < deadline, 'the archive does not get the last segment');
    await pause(100);
  }
}

/** Until the recovery is over and the server takes writes. */
async function expectOpen(url: string): Promise<void> {
  const deadline = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const [row] = await ask<{ recovering: boolean }>(url, 'select pg_is_in_recovery() as recovering');
    if (row?.recovering === false) return;
    must(Date.now() < deadline, 'the recovery does not end');
    await pause(100);
  }
}

export const walChecks: Check[] = [
  {
    what: 'PostgreSQL goes back to the moment before a mistake, by its archived WAL, and the shop serves from there',
    needs: {},
    run: backToTheMoment,
  },
];
