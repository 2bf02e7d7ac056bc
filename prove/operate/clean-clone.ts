import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { type Check, must, run } from './check.ts';

const PORT = 4797;
const READY_WITHIN_MS = 60_000;
const ENDED_WITHIN_MS = 15_000;

/** What docs/operations.md asks of a machine that is given the build: the packages that run it, and one command. */
async function cleanClone(): Promise<string> {
  await buildShop();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-clone-'));
  const home = join(folder, 'shop');
  const server = await startPostgres();
  try {
    run('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, home]);
    run('cp', ['-rL', join(projectRoot, 'build'), join(home, 'build')]);
    // As the page has it: all packages for the build, then away with those of development.
    run('npm', ['ci'], home);
    run('npm', ['prune', '--omit=dev'], home);
    const secret = run('openssl', ['rand', '-base64', '32']).trim();
    const child = spawn('npm', ['run', 'serve'], {
      cwd: home,
      detached: true,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'production',
        PROCESSES: '2',
        PORT: String(PORT),
        HOST: '127.0.0.1',
        BASE_URL: 'https://shop.example',
        DATABASE_URL: await server.createDatabase(),
        DATA_DIR: join(folder, 'data'),
        AUTH_SECRET: secret,
        STRIPE_SECRET_KEY: 'sk_test_operate',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_operate',
        STRIPE_WEBHOOK_SECRET: 'whsec_operate',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
    };
    process.once('exit', kill);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      const deadline = Date.now() + READY_WITHIN_MS;
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.ok) break;
        must(Date.now() < deadline && child.exitCode === null, `it does not serve:\n${said}`);
        await pause(100);
      }
      for (const path of ['/', '/products', '/tool?limit=3', '/pictures/hammer-640.webp']) {
        const { status } = await fetch(`http://127.0.0.1:${PORT}${path}`);
        must(status === 200, `${path} answered ${status}`);
      }
      child.kill('SIGTERM');
      // npm ends at once and leaves the others to finish.
      const ended = Date.now() + ENDED_WITHIN_MS;
      const serves = () =>
        fetch(`http://127.0.0.1:${PORT}/healthz`).then(
          () => true,
          () => false,
        );
      while (await serves()) {
        must(Date.now() < ended, 'told to stop, it serves on');
        await pause(100);
      }
    } finally {
      kill();
    }
    const packages = run('sh', ['-c', 'ls node_modules | wc -l'], home).trim();
    return `served in production by two processes with ${packages} folders of packages, none for development`;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const cleanCloneChecks: Check[] = [
  {
    what: 'npm ci, npm prune --omit=dev and npm run serve in a clean clone with a build serve in production',
    needs: { git: 'apt-get install git', openssl: 'apt-get install openssl' },
    run: cleanClone,
  },
];
