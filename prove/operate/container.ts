import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#server/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type Check, must, run } from './check.ts';

/** The image of Node that the shop is built on, as the engine names it; the Dockerfile's own is fetched from a registry. */
const BASE = process.env['OPERATE_BASE'];
/** `podman` or `docker`, with whatever options the machine asks for. */
const [ENGINE = 'podman', ...OPTIONS] = (process.env['OPERATE_ENGINE'] ?? 'podman').split(' ');
const RUN_OPTIONS = (process.env['OPERATE_RUN_OPTIONS'] ?? '').split(' ').filter(Boolean);
const IMAGE = 'localhost/tradebench:operate';
const PORT = 4795;
const MOST_MB = 300;

const engine = (...args: string[]) => run(ENGINE, [...OPTIONS, ...args], projectRoot);

export const containerChecks: Check[] = [
  {
    what: 'the image is built, small, not root, and its shop serves with a read-only file system',
    needs: { [ENGINE]: 'apt-get install podman buildah runc uidmap' },
    lacks: () => (BASE ? null : 'OPERATE_BASE, an image with Node (docs/operations.md, "Trying it")'),
    async run() {
      const file = 'deploy/container/Dockerfile';
      engine('build', ...RUN_OPTIONS, '--network', 'host', '--build-arg', `BASE=${BASE}`, '-t', IMAGE, '-f', file, '.');
      const [image] = JSON.parse(engine('image', 'inspect', IMAGE)) as { Size: number; Config: { User: string } }[];
      const [base] = JSON.parse(engine('image', 'inspect', String(BASE))) as { Size: number }[];
      const megabytes = Math.round((image!.Size - base!.Size) / 1_000_000);
      must(image!.Config.User === '10001:10001', `it runs as ${image!.Config.User}`);
      must(megabytes < MOST_MB, `${megabytes} MB on top of the base are too many`);
      const bill = engine('run', '--rm', ...RUN_OPTIONS, '--network', 'host', IMAGE, 'cat', 'build/sbom.json');
      const { components } = JSON.parse(bill) as { components: unknown[] };

      const server = await startPostgres();
      const folder = mkdtempSync(join(tmpdir(), 'tradebench-image-'));
      const idFile = join(folder, 'id');
      try {
        const settings = {
          NODE_ENV: 'demo',
          HOST: '127.0.0.1',
          PORT: String(PORT),
          BASE_URL: `http://127.0.0.1:${PORT}`,
          AUTH_SECRET: PROCESS_SECRET,
          DATABASE_URL: await server.createDatabase(),
          PROCESSES: '2',
        };
        const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
        engine(
          'run',
          '-d',
          '--cidfile',
          idFile,
          ...RUN_OPTIONS,
          '--network',
          'host',
          '--read-only',
          '--tmpfs',
          '/tmp',
          ...given,
          IMAGE,
        );
        const id = readFileSync(idFile, 'utf8').trim();
        const began = performance.now();
        for (;;) {
          const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
          if (answer?.ok) break;
          must(performance.now() - began < 180_000, `it does not serve:\n${engine('logs', id)}`);
          await pause(200);
        }
        const ready = Math.round((performance.now() - began) / 1_000);
        const page = await fetch(`http://127.0.0.1:${PORT}/products`);
        must(page.status === 200, `its products answered ${page.status}`);
        engine('stop', '-t', '20', id);
        const [ended] = JSON.parse(engine('inspect', id)) as { State: { ExitCode: number } }[];
        must(ended!.State.ExitCode === 0, `it ended with ${ended!.State.ExitCode}`);
        engine('rm', id);
        return `${megabytes} MB on its base, ${components.length} packages in its bill, ready after ${ready} s, ended with 0`;
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
