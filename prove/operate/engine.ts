import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/project-root.ts';
import { has, must, run } from './check.ts';

/** Where a podman that nobody configured keeps what it makes here, from run to run; nothing else of the machine's is touched. */
const STORE = join(tmpdir(), 'tradebench-containers');

const SYSTEM_IMAGE = 'localhost/tradebench-system';
const NODE_IMAGE = 'localhost/tradebench-node';
const PARTS_IMAGE = 'localhost/tradebench-parts';

/** `podman` or `docker`; whatever options the machine asks for come with it in OPERATE_ENGINE. */
export const [ENGINE = 'podman', ...GIVEN_OPTIONS] = (process.env['OPERATE_ENGINE'] ?? 'podman').split(' ');
const OPTIONS = process.env['OPERATE_ENGINE'] ? GIVEN_OPTIONS : podmanOptions();
/** Options of `build` and `run`: without them some machines' own bounds are asked for and refused. */
export const RUN_OPTIONS = (
  process.env['OPERATE_RUN_OPTIONS'] ??
  (ENGINE === 'podman' ? '--ulimit nofile=20000:20000 --ulimit nproc=4096:4096' : '')
)
  .split(' ')
  .filter(Boolean);

export const ENGINE_NEEDS = { [ENGINE]: 'apt-get install podman buildah runc uidmap netavark aardvark-dns' };

/** Runs the engine to its end. @returns what it said */
export function engine(...args: string[]): string {
  writeSettings();
  return run(ENGINE, [...OPTIONS, ...args], projectRoot, { CONTAINERS_CONF: join(STORE, 'containers.conf') });
}

/** What a container said, on both of its outputs. */
export function logs(id: string): string {
  const env = { ...process.env, CONTAINERS_CONF: join(STORE, 'containers.conf') };
  const { stdout, stderr } = spawnSync(ENGINE, [...OPTIONS, 'logs', id], { encoding: 'utf8', env });
  return stdout + stderr;
}

/** A program that is the engine with its options, for tools that call it by a name alone. */
export function enginePath(): string {
  writeSettings();
  const path = join(STORE, 'engine');
  const words = [ENGINE, ...OPTIONS].map((word) => `'${word}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexport CONTAINERS_CONF=${STORE}/containers.conf\nexec ${words} "$@"\n`, {
    mode: 0o755,
  });
  return path;
}

/** What is missing for an image of Node to build on; null where there is one or one can be made. */
export function lacksBase(): string | null {
  if (process.env['OPERATE_BASE'] || (has('debootstrap') && process.getuid?.() === 0)) return null;
  return 'an image with Node, named in OPERATE_BASE, or debootstrap and root to make one (apt-get install debootstrap)';
}

/** The images that the shop is built and run on: those named from outside, else some made from Debian and this Node. */
export function baseImages(): { base: string; runtime: string } {
  const base = process.env['OPERATE_BASE'];
  if (base) return { base, runtime: process.env['OPERATE_RUNTIME'] ?? base };
  if (!present(SYSTEM_IMAGE)) makeSystem();
  const named = `${NODE_IMAGE}:${process.versions.node}`;
  if (!present(named)) makeNode(named);
  return { base: named, runtime: SYSTEM_IMAGE };
}

/**
 * An image with Debian's PostgreSQL and nginx, that stands in for the official ones: started as `postgres` it makes the
 * database that POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB ask for, as the official one does.
 */
export function partsImage(): string {
  if (present(PARTS_IMAGE)) return PARTS_IMAGE;
  const { runtime } = baseImages();
  inFolder((folder) => {
    writeFileSync(join(folder, 'postgres'), POSTGRES, { mode: 0o755 });
    writeFileSync(
      join(folder, 'Dockerfile'),
      `FROM ${runtime}
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light postgresql && rm -rf /var/lib/apt/lists/*
RUN rm -f /etc/nginx/sites-enabled/default && ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/local/bin/
COPY postgres /usr/local/bin/postgres-as-asked
`,
    );
    engine('build', ...RUN_OPTIONS, '--network', 'host', '-t', PARTS_IMAGE, folder);
  });
  return PARTS_IMAGE;
}

const POSTGRES = `#!/bin/sh
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/shop
mkdir -p /var/run/postgresql && chown -R postgres /var/lib/postgresql /var/run/postgresql
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -e $data ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  as $bin/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 -E UTF8 --no-locale
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  echo "create database $POSTGRES_DB" | as $bin/postgres --single -D $data postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups $bin/postgres -D $data -c listen_addresses='*'
`;

/** Waits until a shop answers that it is ready. @param id of its container */
export async function untilReady(url: string, id: string, withinMs = 180_000): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return Math.round((performance.now() - began) / 1_000);
    must(performance.now() - began < withinMs, `it does not serve:\n${logs(id)}`);
    await pause(200);
  }
}

function podmanOptions(): string[] {
  const stored = ['--root', join(STORE, 'store'), '--runroot', join(STORE, 'run')];
  // Neither needs systemd, which not every machine runs.
  const plain = '--cgroup-manager cgroupfs --events-backend file'.split(' ');
  const runtime = has('runc') ? ['--runtime', run('sh', ['-c', 'command -v runc']).trim()] : [];
  return [...stored, ...plain, ...runtime];
}

function writeSettings(): void {
  mkdirSync(STORE, { recursive: true });
  // Names of containers are found through it, as through Docker's own network.
  if (!existsSync(join(STORE, 'containers.conf')))
    writeFileSync(join(STORE, 'containers.conf'), '[network]\nnetwork_backend = "netavark"\n');
}

function present(image: string): boolean {
  writeSettings();
  const env = { ...process.env, CONTAINERS_CONF: join(STORE, 'containers.conf') };
  return spawnSync(ENGINE, [...OPTIONS, 'image', 'inspect', image], { stdio: 'ignore', env }).status === 0;
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-image-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** This machine's Debian, as small as its own images of that kind. */
function makeSystem(): void {
  inFolder((folder) => {
    const root = join(folder, 'root');
    const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, root]);
    const unneeded = [
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
      'usr/share/info',
      'var/cache/apt',
      'var/lib/apt/lists',
    ];
    for (const each of unneeded) rmSync(join(root, each), { recursive: true, force: true });
    // The machine's own authorities, where a registry is reached through them.
    const authorities = 'etc/ssl/certs/ca-certificates.crt';
    if (existsSync(`/${authorities}`)) cpSync(`/${authorities}`, join(root, authorities));
    run('tar', ['-C', root, '-cf', join(folder, 'root.tar'), '.']);
    engine('import', join(folder, 'root.tar'), SYSTEM_IMAGE);
  });
}

/** The same with the Node and npm that run this. */
function makeNode(name: string): void {
  inFolder((folder) => {
    mkdirSync(join(folder, 'bin'));
    cpSync(process.execPath, join(folder, 'bin/node'));
    const npm = dirname(dirname(run('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim()));
    cpSync(npm, join(folder, 'lib/node_modules/npm'), { recursive: true });
    for (const program of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(folder, 'bin', program));
    const authorities = 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
    writeFileSync(
      join(folder, 'Dockerfile'),
      `FROM ${SYSTEM_IMAGE}\n${authorities}\nCOPY bin /usr/local/bin\nCOPY lib /usr/local/lib\n`,
    );
    engine('build', ...RUN_OPTIONS, '-t', name, folder);
  });
}
