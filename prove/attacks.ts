import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { digestOf } from '#server/shop-for-tests.ts';
import { buildShop, shopProcess } from '#server/shop-process-for-tests.ts';
import type { AttackCase } from './attack-case.ts';
import { CASES, NOT_FROM_OUTSIDE } from './attack-cases.ts';
import { openSite, type Site } from './attack-site.ts';
import { publish } from './proof.ts';
import { pause } from './random.ts';

const PORT = Number(process.env['PROVE_PORT'] ?? 4600) + 30;
const DEMO_ADMIN = { email: 'ada@tradebench.test', password: 'tradebench' };
/** Letters are sent beside the calls: until they are, the tables move by themselves. */
const QUIET_MS = 400;

interface Verdict {
  attack: string;
  what: string;
  wrong: string[];
  notTried?: string;
}

/**
 * The attacks that can be tried from outside. With an address: against that shop, which may be anybody's staging site;
 * ATTACKS_ADMIN_EMAIL and ATTACKS_ADMIN_PASSWORD let it try those that need an admin. Without: against a shop of its
 * own on a real PostgreSQL, whose tables are compared before and after.
 */
export async function proveAttacks(address?: string): Promise<boolean> {
  if (address !== undefined) {
    const email = process.env['ATTACKS_ADMIN_EMAIL'];
    const password = process.env['ATTACKS_ADMIN_PASSWORD'];
    const site = await openSite(address.replace(/\/+$/, ''), email && password ? { email, password } : undefined);
    return report(await tryAll(site), address);
  }
  await buildShop();
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const shop = shopProcess(PORT, {
    DATABASE_URL: databaseUrl,
    BASE_URL: `http://127.0.0.1:${PORT}`,
    RATE_LIMITS: 'on',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'tradebench-attacks-')),
  });
  const database = await openDatabase({ url: databaseUrl });
  try {
    await shop.start();
    const verdicts = await tryAll(await openSite(shop.url, DEMO_ADMIN), database);
    const held = report(verdicts, shop.url);
    const tried = verdicts.filter(({ notTried }) => notTried === undefined);
    const left = await database.raw<{ email: string }>(`select email from users where email like 'attack-%'`);
    const open = await database.raw<{ id: string }>(`select id from orders where state = 'unpaid'`);
    return (
      publish({
        name: 'attacks',
        title: 'The attacks that can be tried from outside',
        how: 'One process of the built shop on a PostgreSQL of its own, with its limits on, asked over HTTP; where an attack must change nothing, every row of every table is compared before and after. `npm run prove -- attacks URL` tries the same on a running site, without the comparison.',
        measurements: [
          ['attacks tried', tried.length],
          ['of these with all tables compared', CASES.filter(({ unchanged }) => unchanged).length],
          ['not to be tried from outside', verdicts.length - tried.length],
        ],
        promises: [
          [
            'every attack that was tried failed',
            tried.flatMap(({ attack, wrong }) => wrong.map((line) => `${attack}: ${line}`)),
          ],
          ['nothing of it is left', [...left.map(({ email }) => email), ...open.map(({ id }) => `order ${id}`)]],
        ],
      }) && held
    );
  } finally {
    await database.close();
    await shop.stop();
    await server.stop();
  }
}

async function tryAll(site: Site, database?: Database): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  try {
    for (const one of CASES) {
      const missing = missingFor(one, site);
      verdicts.push({
        attack: one.attack,
        what: one.what,
        wrong: missing === undefined ? await wrongWith(one, site, database) : [],
        ...(missing === undefined ? {} : { notTried: missing }),
      });
      process.stdout.write(`\r${one.attack.padEnd(6)}`);
    }
    process.stdout.write('\r');
  } finally {
    await site.leave();
  }
  for (const [attack, notTried] of Object.entries(NOT_FROM_OUTSIDE))
    verdicts.push({ attack, what: '', wrong: [], notTried });
  const number = ({ attack }: Verdict) => Number(attack.slice(1));
  return verdicts.toSorted((a, b) => number(a) - number(b));
}

function missingFor({ needs = [] }: AttackCase, site: Site): string | undefined {
  if (needs.includes('admin') && !site.admin)
    return 'no admin is known: set ATTACKS_ADMIN_EMAIL and ATTACKS_ADMIN_PASSWORD';
  if (needs.includes('https') && !site.url.startsWith('https:')) return 'the site is not on https';
  if (needs.includes('tool') && !site.tool) return 'there is nothing to order';
  return needs.includes('order') && !site.orderId ? 'no order could be made' : undefined;
}

async function wrongWith(one: AttackCase, site: Site, database: Database | undefined): Promise<string[]> {
  try {
    const before = database && one.unchanged ? await quietDigest(database) : undefined;
    const wrong = await one.run(site);
    if (before === undefined || !database) return wrong;
    const after = (await digestOf(database)).split('\n');
    const changed = before.split('\n').filter((line, index) => line !== after[index]);
    return [...wrong, ...changed.map((line) => `the table ${line.split(' ')[0]} is different`)];
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}

/** The digest once nothing moves by itself any more. */
async function quietDigest(database: Database): Promise<string> {
  for (;;) {
    const digest = await digestOf(database);
    await pause(QUIET_MS);
    if (digest === (await digestOf(database))) return digest;
  }
}

function report(verdicts: Verdict[], address: string): boolean {
  const failed = verdicts.filter(({ wrong }) => wrong.length > 0);
  const notTried = verdicts.filter((verdict) => verdict.notTried !== undefined);
  console.log(`\nAttacks on ${address}\n`);
  for (const { attack, what, wrong, notTried: why } of verdicts) {
    const verdict = why === undefined ? (wrong.length === 0 ? 'holds' : 'BROKEN') : 'not tried';
    console.log(`  ${attack.padEnd(5)} ${verdict.padEnd(10)} ${why ?? what}`);
    for (const line of wrong) console.log(`        ! ${line}`);
  }
  const held = verdicts.length - failed.length - notTried.length;
  console.log(`\n${held} hold, ${failed.length} broken, ${notTried.length} not tried.`);
  return failed.length === 0;
}
