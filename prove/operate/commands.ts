import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { projectRoot } from '#server/project-root.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { type Check, must } from './check.ts';
import { startStore, STORE_NEEDS } from './store.ts';

/** In the order in which they make sense, each with what it must say. Those of building and serving are tried by e2e/serve.e2e.ts. */
export const SAYS: [command: string, says: RegExp, folder: 'first' | 'second' | 'third'][] = [
  ['migrate', /Ran 0001|up to date/, 'first'],
  ['seed', /Added 4 users, \d+ tools|already has data/, 'first'],
  ['doctor', /All is well/, 'first'],
  ['backup', /Backed up as tradebench-\d{8}T\d{6}Z\.backup/, 'first'],
  ['backups', /tradebench-\d{8}T\d{6}Z\.backup/, 'first'],
  ['make-admin alice@tradebench.test', /is now an admin/, 'first'],
  ['disable-user bob@tradebench.test', /is now disabled/, 'first'],
  ['enable-user bob@tradebench.test', /is now enabled/, 'first'],
  ['backup FILE', /Backed up \d{2,} rows/, 'first'],
  ['restore FILE', /Restored \d{2,} rows/, 'third'],
  ['end-demo', /was removed|no longer has a password/, 'third'],
  ['renew-secrets', /re-encrypted/, 'first'],
  ['restore newest', /Restored \d{2,} rows/, 'second'],
  ['reconcile', /no difference|agree|0 /i, 'second'],
  ['restore 2026-03-01T12:00:00Z', /no backup from that time|is not empty/, 'second'],
];

/** Runs a command of the shop. @returns all that it said */
function shop(command: string, settings: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['build/cli.js', ...command.split(' ')],
      {
        cwd: projectRoot,
        env: {
          PATH: process.env['PATH'],
          LOG_LEVEL: 'silent',
          PORT: '0',
          AUTH_SECRET: 'for-proofs-only-for-proofs-only-for-proofs',
          ...settings,
        },
      },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

async function documentedCommands(): Promise<string> {
  await buildShop();
  const documented = [
    ...readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').matchAll(/^ *npm run shop -- (.+)$/gm),
  ].map(([, command = '']) => command);
  const untried = documented.filter((command) => !SAYS.some(([each]) => each === command));
  must(untried.length === 0, `nobody tries: ${untried.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-commands-'));
  try {
    for (const [command, says, place] of SAYS) {
      const said = await shop(command.replace('FILE', join(folder, 'a.backup')), {
        DATA_DIR: join(folder, place),
        BACKUP_TO: join(folder, 'backups'),
      });
      must(says.test(said), `${command} said:\n${said}`);
    }
    must(readdirSync(join(folder, 'backups')).length === 1, 'there is more than the one backup');
    return `${SAYS.length} commands`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function backupsInStore(): Promise<string> {
  await buildShop();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-commands-'));
  const store = await startStore();
  const at = (place: string) => ({
    ...store.settings,
    DATA_DIR: join(folder, place),
    BACKUP_TO: 's3:/shop/backups',
    BACKUP_KEEP: '1',
  });
  try {
    const name = /tradebench-\d{8}T\d{6}Z\.backup/g;
    await shop('seed', at('first'));
    // Names are whole seconds: the second takes as long to start.
    const made = [await shop('backup', at('first')), await shop('backup', at('first'))].map(
      (said) => said.match(name)?.[0],
    );
    const listed = (await shop('backups', at('second'))).match(name) ?? [];
    must(
      made[1] !== undefined && listed.join(' ') === made[1],
      `of ${made.join(' and ')}, one was to be kept, and there are: ${listed.join(' ')}`,
    );
    const said = await shop('restore newest', at('second'));
    const rows = /Restored (\d{2,}) rows/.exec(said)?.[1];
    must(rows !== undefined, `it said:\n${said}`);
    return `the newer of two kept, ${rows} rows restored from it`;
  } finally {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const commandChecks: Check[] = [
  {
    what: 'the commands of docs/operations.md do what it says, on a machine that lost its database',
    needs: {},
    run: documentedCommands,
  },
  {
    what: 'backups go to an S3-compatible store, the oldest go from there, and another machine is filled from the newest',
    needs: STORE_NEEDS,
    run: backupsInStore,
  },
];
