import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type TestServer } from '#server/db/postgres-for-tests.ts';
import { pause } from './random.ts';

const NOBODY = { uid: 65534, gid: 65534 };
const UP_WITHIN_MS = 20_000;

/** Two PostgreSQL servers, the second a synchronous standby of the first, behind HAProxy, and PgBouncer before that. */
export interface DatabasePair {
  /** The pair as one server, through HAProxy; killing it kills the primary. */
  front: TestServer;
  /** A database's address through PgBouncer in transaction mode. */
  pooled(databaseUrl: string): string;
  /** A database's address on the standby itself. */
  onStandby(databaseUrl: string): string;
  /** Makes the standby the primary, as Patroni or repmgr would once the other is gone. */
  promote(): Promise<void>;
}

/** The Debian packages that the pair needs and this machine does not have. */
export function missingPrograms(): string[] {
  return ['haproxy', 'pgbouncer'].filter((name) => {
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
  const running: ChildProcess[] = [];
  const seed = join(folder, 'seed');
  await (await startPostgres({ durable: true })).saveTo(seed);
  const primary = await startPostgres({ durable: true, from: seed });
  const standby = await startPostgres({ durable: true, from: seed, follows: primary.url });
  await onServer(primary.url, `alter system set synchronous_standby_names = 'standby'`);
  await onServer(primary.url, 'select pg_reload_conf()');

  const [proxyPort, poolerPort] = [await freePort(), await freePort()];
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o755);
    chownSync(folder, NOBODY.uid, NOBODY.gid);
  }
  const start = (program: string, file: string, text: string, args: string[]) => {
    const path = join(folder, file);
    writeFileSync(path, text);
    const child = spawn(program, [...args, path], {
      ...(process.getuid?.() === 0 ? NOBODY : {}),
      env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    running.push(child);
  };
  start('haproxy', 'haproxy.cfg', proxyConfig(proxyPort, portOf(primary.url), portOf(standby.url)), ['-db', '-f']);
  writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n');
  start('pgbouncer', 'pgbouncer.ini', poolerConfig(poolerPort, proxyPort, join(folder, 'users.txt')), []);
  await Promise.all([answers(proxyPort), answers(poolerPort)]);

  const through = (databaseUrl: string, port: number) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  return {
    front: {
      ...primary,
      url: through(primary.url, proxyPort),
      createDatabase: async () => through(await primary.createDatabase(), proxyPort),
      async stop() {
        for (const child of running) child.kill('SIGKILL');
        await standby.stop();
        await primary.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    },
    pooled: (databaseUrl) => through(databaseUrl, poolerPort),
    onStandby: (databaseUrl) => through(databaseUrl, portOf(standby.url)),
    promote: () => onServer(standby.url, 'select pg_promote()'),
  };
}

/** The pair's recipe of docs/operations.md: whoever is up, the first before the second, and no session outlives its server. */
function proxyConfig(port: number, first: number, second: number): string {
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option pgsql-check user postgres
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  server first 127.0.0.1:${first} check
  server second 127.0.0.1:${second} check backup
`;
}

function poolerConfig(port: number, server: number, users: string): string {
  return `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
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

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
