import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { signUp } from '../buyer.ts';
import { type Check, must } from './check.ts';
import { payOrder } from './pay-order.ts';
import { baseImages, engine, ENGINE, ENGINE_NEEDS, lacksBase, logs, RUN_OPTIONS, untilReady } from './engine.ts';

const GIVEN = process.env['OPERATE_IMAGE'];
/** The shop's image: one that was built before, where it is named, else one that is built here. */
export const IMAGE = GIVEN ?? 'localhost/tradebench';
const PORT = 4795;
const MOST_MB = 300;
/** As compose.yaml and the Kubernetes manifests run it. */
const CONFINED = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --memory 512m'.split(' ');

let built: string | undefined;
/** Builds the image from the project's folder, once. @returns how that went */
export function buildImage(): string {
  if (GIVEN) return `${GIVEN} as it was given`;
  if (built !== undefined) return built;
  const { base, runtime } = baseImages();
  const began = performance.now();
  engine(
    'build',
    ...RUN_OPTIONS,
    ...`--network host --build-arg BASE=${base} --build-arg RUNTIME=${runtime}`.split(' '),
    // Podman's own format has no health checks, and its layers in between would be kept.
    ...(ENGINE === 'podman' ? ['--format', 'docker', '--layers=false'] : []),
    ...`-t ${IMAGE} -f deploy/container/Dockerfile .`.split(' '),
  );
  built = `built in ${Math.round((performance.now() - began) / 1_000)} s`;
  return built;
}

/** A container that is removed when its check is over, with an id to ask by. */
function container(folder: string, settings: Record<string, string>): string {
  const idFile = join(folder, `id-${Object.keys(settings).length}`);
  const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  engine('run', '-d', '--cidfile', idFile, ...RUN_OPTIONS, '--network', 'host', ...CONFINED, ...given, IMAGE);
  return readFileSync(idFile, 'utf8').trim();
}

/** Runs what the migration job of the Kubernetes manifests runs. @returns what it says */
function migrated(settings: Record<string, string>): string {
  const manifests = readFileSync(join(projectRoot, 'deploy/kubernetes/tradebench.yaml'), 'utf8');
  const args = /^ +args: \[(.+migrate)\]$/m.exec(manifests)?.[1]?.split(', ') ?? [];
  const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return engine('run', '--rm', ...RUN_OPTIONS, '--network', 'host', ...CONFINED, ...given, IMAGE, ...args);
}

/** @returns its exit code */
function end(id: string): number {
  engine('stop', '-t', '20', id);
  const [ended] = JSON.parse(engine('inspect', id)) as { State: { ExitCode: number } }[];
  return ended?.State.ExitCode ?? -1;
}

/** One order of the first tool by somebody new, paid by card. @throws where it is not taken */
export async function sell(url: string): Promise<void> {
  await payOrder(await signUp(url, () => url, `image${Date.now()}`), url);
}

async function tryImage(): Promise<string> {
  const how = buildImage();
  const [image] = JSON.parse(engine('image', 'inspect', IMAGE)) as { Size: number; Config: { User: string } }[];
  const megabytes = Math.round(image!.Size / 1_000_000);
  must(image!.Config.User === '10001:10001', `it runs as ${image!.Config.User}`);
  must(megabytes < MOST_MB, `${megabytes} MB are too many`);
  const bill = engine('run', '--rm', ...RUN_OPTIONS, '--network', 'none', IMAGE, 'cat', 'build/sbom.json');
  const { components } = JSON.parse(bill) as { components: { name: string }[] };
  must(
    components.some(({ name }) => name === 'hono'),
    'the bill does not name what is in the build',
  );

  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-image-'));
  const ids: string[] = [];
  const url = `http://127.0.0.1:${PORT}`;
  try {
    // As it comes it is a shop for customers, which does not start half configured.
    const bare = container(folder, { PORT: String(PORT) });
    ids.push(bare);
    must(engine('wait', bare).trim() === '1', 'without any setting it starts');
    must(logs(bare).includes('DATABASE_URL is missing'), 'it does not say what is missing');

    const common = {
      HOST: '127.0.0.1',
      PORT: String(PORT),
      AUTH_SECRET: PROCESS_SECRET,
      DATABASE_URL: await server.createDatabase(),
    };
    const production = {
      ...common,
      BASE_URL: 'https://shop.example',
      STRIPE_SECRET_KEY: 'sk_test_operate',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_operate',
      STRIPE_WEBHOOK_SECRET: 'whsec_operate',
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    must(/Ran 0001/.test(migrated(production)), 'the migration job of the Kubernetes manifests makes no tables');
    const real = container(folder, production);
    ids.push(real);
    await untilReady(url, real);
    const page = await fetch(`${url}/products`);
    must(page.status === 200, `in production its products answered ${page.status}`);
    must(end(real) === 0, 'in production it did not end with 0');

    const demo = container(folder, {
      ...common,
      NODE_ENV: 'demo',
      BASE_URL: url,
      DATABASE_URL: await server.createDatabase(),
      PROCESSES: '2',
    });
    ids.push(demo);
    const ready = await untilReady(url, demo);
    engine('healthcheck', 'run', demo);
    await sell(url);
    const user = engine('exec', demo, 'id', '-u').trim();
    must(user === '10001', `it runs as ${user}`);
    const written = engine(
      'exec',
      demo,
      'sh',
      '-c',
      'touch /shop/x 2>/dev/null && echo written || echo refused',
    ).trim();
    must(written === 'refused', 'its root file system can be written');
    const code = end(demo);
    must(code === 0, `told to stop, it ended with ${code}`);
    return `${how}, ${megabytes} MB in all, ${components.length} packages in its bill, ready after ${ready} s, an order placed and paid, ended with 0`;
  } finally {
    for (const id of ids) engine('rm', '-f', id);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const containerChecks: Check[] = [
  {
    what: 'the image is built, small, not root, and its shop sells on a read-only file system',
    needs: ENGINE_NEEDS,
    lacks: () => (GIVEN ? null : lacksBase()),
    run: tryImage,
  },
];
