import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type TestServer } from '#server/engine/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { pause } from './random.ts';

const NOBODY = { uid: 65534, gid: 65534 };
/** What a server is told before a proof begins. */
const DONE_WITHIN_MS = 90_000;
const UP_WITHIN_MS = 20_000;
/** How long a manager of the pair takes to be sure that the primary is gone. */
const NOTICED_AFTER_MS = 2_000;

/** Two PostgreSQL servers, the second a synchronous standby of the first, behind HAProxy, and PgBouncer before that. */
export interface DatabasePair {
  /** Who manages it, in a sentence's part. */
  managedBy: string;
  /** The pair as one server, through HAProxy; killing it kills the primary. */
  front: TestServer;
  /** A database's address through PgBouncer in transaction mode. */
  pooled(databaseUrl: string): string;
  /** A database's address on the standby itself. */
  onStandby(databaseUrl: string): string;
  /** Resolves when the standby has been told to be the primary: by this, or, where there is one, by the pair's own manager. */
  promote(): Promise<void>;
}

/** Those of some programs that this machine does not have. */
export function missingPrograms(names = ['haproxy', 'pgbouncer']): string[] {
  return names.filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name} || command -v /usr/sbin/${name}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

export async function startPair(): Promise<DatabasePair> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-pair-'));
  const seed = join(folder, 'seed');
  await (await startPostgres({ durable: true })).saveTo(seed);
  const primary = await startPostgres({ durable: true, from: seed });
  const standby = await startPostgres({ durable: true, from: seed, follows: primary.url });
  await onServer(primary.url, `alter system set synchronous_standby_names = 'standby'`);
  await onServer(primary.url, 'select pg_reload_conf()');

  const helpers = runHelpers(folder);
  const [proxyPort, poolerPort] = [await freePort(), await freePort()];
  const server = (name: string, url: string, more = '') => `server ${name} 127.0.0.1:${portOf(url)} check${more}`;
  await startProxies(helpers, proxyPort, poolerPort, 'option pgsql-check user postgres', [
    server('first', primary.url),
    server('second', standby.url, ' backup'),
  ]);

  return {
    managedBy: `a hand that promotes the standby ${NOTICED_AFTER_MS / 1_000} s later, as a manager of the pair would`,
    front: {
      ...primary,
      url: through(primary.url, proxyPort),
      createDatabase: async () => through(await primary.createDatabase(), proxyPort),
      async stop() {
        helpers.stop();
        await standby.stop();
        await primary.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    },
    pooled: (databaseUrl) => through(databaseUrl, poolerPort),
    onStandby: (databaseUrl) => through(databaseUrl, portOf(standby.url)),
    async promote() {
      await pause(NOTICED_AFTER_MS);
      await onServer(standby.url, 'select pg_promote()');
    },
  };
}

/** The same address, at another port of this machine. */
export function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}

/** Programs beside a proof, that end with it, run by nobody where root runs the proof. */
export interface Helpers {
  /** @param file that the text is written to, and whose path is the last argument; null: none */
  start(program: string, args: string[], file?: { name: string; text: string }): ChildProcess;
  stop(): void;
}

export function runHelpers(folder: string): Helpers {
  const running: ChildProcess[] = [];
  const root = process.getuid?.() === 0;
  if (root) {
    chmodSync(folder, 0o755);
    chownSync(folder, NOBODY.uid, NOBODY.gid);
  }
  return {
    start(program, args, file) {
      const path = file ? join(folder, file.name) : undefined;
      if (file) writeFileSync(join(folder, file.name), file.text);
      const child = spawn(program, path === undefined ? args : [...args, path], {
        ...(root ? NOBODY : {}),
        cwd: folder,
        env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, HOME: folder },
        stdio: 'ignore',
      });
      process.once('exit', () => child.kill('SIGKILL'));
      running.push(child);
      return child;
    },
    stop() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/**
 * HAProxy, which ends every session with a server that is down, and PgBouncer in transaction mode before it.
 * @param check how HAProxy knows the primary
 * @param servers its lines of both
 */
export async function startProxies(
  helpers: Helpers,
  proxyPort: number,
  poolerPort: number,
  check: string,
  servers: string[],
): Promise<void> {
  const text = `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${proxyPort}
  ${check}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((line) => `  ${line}`).join('\n')}
`;
  helpers.start('haproxy', ['-db', '-f'], { name: 'haproxy.cfg', text });
  helpers.start('pgbouncer', [], { name: 'pgbouncer.ini', text: poolerConfig(poolerPort, proxyPort) });
  await Promise.all([answers(proxyPort), answers(poolerPort)]);
}

function poolerConfig(port: number, server: number): string {
  return `[databases]
* = host=127.0.0.1 port=${server} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 2
`;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // What is under way fails by it; nobody else listens.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The same, as often as it takes: a proxy may let go of a server that it has just begun to trust. @throws after a while */
export async function onServerInTheEnd(url: string, sql: string): Promise<void> {
  const deadline = Date.now() + DONE_WITHIN_MS;
  for (;;) {
    try {
      return await onServer(url, sql);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** The limits that docs/operations.md gives the shop's role where a pooler is before the server, for this role. */
export function roleLimits(role: string): string[] {
  const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const limits = page.match(/ALTER ROLE shop SET \w+ = '\w+'/g) ?? [];
  if (limits.length === 0) throw new Error('docs/operations.md names no limits of the role any more.');
  return limits.map((limit) => limit.replace('ROLE shop', `ROLE ${role}`));
}

async function answers(port: number): Promise<void> {
  const deadline = Date.now() + UP_WITHIN_MS;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    if (Date.now() > deadline) throw new Error(`Nothing listens on port ${port}.`);
    await pause(50);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
