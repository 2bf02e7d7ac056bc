import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabasePair,
  freePort,
  type Helpers,
  missingPrograms,
  onServer,
  onServerInTheEnd,
  runHelpers,
  startProxies,
  through,
} from './database-pair.ts';
import { pause } from './random.ts';

const UP_WITHIN_MS = 90_000;
const LED_WITHIN_MS = 60_000;

/** What is missing for a pair under Patroni: programs, by their Debian packages. */
export function missingForPatroni(): string[] {
  const missing = missingPrograms(['haproxy', 'pgbouncer', 'patroni', 'etcd']);
  return [
    ...missing.map((name) => (name === 'etcd' ? 'etcd-server' : name)),
    ...(programsOfPostgres() === null ? ['postgresql'] : []),
  ];
}

/** The folder of the newest PostgreSQL that Debian installed: Patroni wants its tools beside the server. */
function programsOfPostgres(): string | null {
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all).toSorted((one, other) => Number(one) - Number(other)) : [];
  const found = versions.map((version) => join(all, version, 'bin'));
  return found.findLast((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;
}

interface Member {
  name: string;
  port: number;
  rest: number;
  data: string;
}

/** Two PostgreSQL servers under Patroni, with etcd, behind HAProxy that asks Patroni who leads. */
export async function startPatroniPair(): Promise<DatabasePair> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-patroni-'));
  const helpers = runHelpers(folder);
  const [etcd, peer, proxyPort, poolerPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const local = (port: number) => `http://127.0.0.1:${port}`;
  helpers.start('etcd', [
    ...`--name one --data-dir ${folder}/etcd --initial-cluster one=${local(peer)}`.split(' '),
    ...`--listen-client-urls ${local(etcd)} --advertise-client-urls ${local(etcd)}`.split(' '),
    ...`--listen-peer-urls ${local(peer)} --initial-advertise-peer-urls ${local(peer)}`.split(' '),
  ]);
  const members: Member[] = [];
  for (const name of ['one', 'two']) {
    members.push({ name, port: await freePort(), rest: await freePort(), data: join(folder, name) });
  }
  const [first, second] = members as [Member, Member];
  const patroni = startMember(helpers, folder, first, etcd);
  await says(first, '/primary');
  startMember(helpers, folder, second, etcd);
  await says(second, '/sync');
  await startProxies(
    helpers,
    proxyPort,
    poolerPort,
    'option httpchk GET /primary\n  http-check expect status 200',
    members.map(({ name, port, rest }) => `server ${name} 127.0.0.1:${port} check port ${rest}`),
  );
  const front = `postgres://postgres@127.0.0.1:${proxyPort}/postgres`;
  await onServerInTheEnd(front, 'select 1');
  let databases = 0;
  const stop = async () => {
    for (const { data } of members) endPostgres(data);
    helpers.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', () => {
    for (const { data } of members) endPostgres(data);
  });
  return {
    managedBy: 'Patroni, with etcd, which promotes the synchronous standby by itself',
    front: {
      url: front,
      async createDatabase() {
        const name = `shop_${databases++}`;
        await onServer(front, `create database ${name}`);
        return `postgres://postgres@127.0.0.1:${proxyPort}/${name}`;
      },
      // The machine is gone: who watches over the server together with the server.
      async kill() {
        patroni.kill('SIGKILL');
        endPostgres(first.data);
      },
      restart: async () => {},
      saveTo: async () => {},
      stop,
    },
    pooled: (databaseUrl) => through(databaseUrl, poolerPort),
    onStandby: (databaseUrl) => through(databaseUrl, second.port),
    promote: () => says(second, '/primary', LED_WITHIN_MS),
  };
}

/** Ends a server at once, as a crash would. */
function endPostgres(data: string): void {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It has ended.
  }
}

function startMember(helpers: Helpers, folder: string, member: Member, etcd: number) {
  mkdirSync(member.data, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(member.data, 65534, 65534);
  return helpers.start('patroni', [], { name: `${member.name}.yml`, text: settingsOf(member, folder, etcd) });
}

/** The recipe of docs/operations.md: a leader is gone after 20 s, and only a standby that has everything follows it. */
function settingsOf({ name, port, rest, data }: Member, folder: string, etcd: number): string {
  return `scope: shop
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { hosts: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 300, shared_buffers: 256MB }
  initdb: [encoding: UTF8, no-locale, auth-host: trust, auth-local: trust]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${programsOfPostgres()}
  pgpass: ${folder}/${name}.pgpass
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
    rewind: { username: rewinder, password: rewinder }
  parameters: { unix_socket_directories: '${folder}' }
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust, local all all trust]
`;
}

/** Waits until Patroni says so of a member. */
async function says(member: Member, role: '/primary' | '/sync', withinMs = UP_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${member.rest}${role}`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`Patroni does not say ${role} of ${member.name}.`);
    await pause(100);
  }
}
