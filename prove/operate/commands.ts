import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { projectRoot } from '#server/project-root.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { type Check, must } from './check.ts';

/** In the order in which they make sense, each with what it must say. Those of building and serving are tried by e2e/serve.e2e.ts. */
const SAYS: [command: string, says: RegExp, folder: 'first' | 'second'][] = [
  ['migrate', /Ran 0001|up to date/, 'first'],
  ['seed', /has its seed/, 'first'],
  ['doctor', /All is well/, 'first'],
  ['backup', /Backed up as tradebench-\d{8}T\d{6}Z\.backup/, 'first'],
  ['backups', /tradebench-\d{8}T\d{6}Z\.backup/, 'first'],
  ['renew-secrets', /encrypted anew/, 'first'],
  ['restore newest', /Restored \d{2,} rows/, 'second'],
  ['reconcile', /no difference|agree|0 /i, 'second'],
  ['restore 2026-03-01T12:00:00Z', /no backup of that moment|is not empty/, 'second'],
];

export const commandChecks: Check[] = [
  {
    what: 'the commands of docs/operations.md do what it says, on a machine that lost its database',
    needs: {},
    async run() {
      await buildShop();
      const folder = mkdtempSync(join(tmpdir(), 'tradebench-commands-'));
      const documented = [
        ...readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').matchAll(/^ *npm run shop -- (.+)$/gm),
      ].map(([, command = '']) => command);
      const untried = documented.filter((command) => !SAYS.some(([each]) => each === command));
      must(untried.length === 0, `nobody tries: ${untried.join(', ')}`);
      try {
        for (const [command, says, place] of SAYS) {
          const { stdout, stderr } = spawnSync(process.execPath, ['build/cli.js', ...command.split(' ')], {
            cwd: projectRoot,
            encoding: 'utf8',
            env: {
              PATH: process.env['PATH'],
              LOG_LEVEL: 'silent',
              PORT: '0',
              AUTH_SECRET: 'for-proofs-only-for-proofs-only-for-proofs',
              DATA_DIR: join(folder, place),
              BACKUP_TO: join(folder, 'backups'),
            },
          });
          must(says.test(stdout + stderr), `${command} said:\n${stdout}${stderr}`);
        }
        must(readdirSync(join(folder, 'backups')).length === 1, 'there is more than the one backup');
        return `${SAYS.length} commands`;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
