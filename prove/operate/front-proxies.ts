import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/project-root.ts';
import type { ShopProcess } from '#server/shop-process-for-tests.ts';
import { must, run } from './check.ts';

/** Where a proxy of these checks answers: as the shop's address says, with TLS at the next port, and the redirect after it. */
export const FRONT = 4750;

/** A proxy before some shops. */
export interface Proxy {
  url: string;
  /** What it logged until now. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts a program and waits until it answers. */
async function started(program: string, args: string[], url: string, folder: string): Promise<Proxy> {
  const file = join(folder, 'access.log');
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', openSync(file, 'a'), 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    must(Date.now() < deadline && child.exitCode === null, `${program} does not answer`);
    await pause(100);
  }
  return {
    url,
    log: () => readFileSync(file, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a certificate with its key: in two files, as nginx has them, and in one, as HAProxy. */
function certified(folder: string): void {
  const tls = join(folder, 'tls');
  mkdirSync(tls);
  const [key, certificate] = [join(tls, 'privkey.pem'), join(tls, 'fullchain.pem')];
  run('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' '),
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  writeFileSync(join(tls, 'shop.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

/** nginx with the file of deploy/, its names and ports being those of this machine. */
export function nginx(shops: ShopProcess[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-nginx-'));
  // Its workers are somebody else where root starts it, and put what is larger than a buffer there.
  chmodSync(folder, 0o755);
  const servers = shops.map(({ url }) => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join('\n');
  certified(folder);
  const site = readFileSync(join(projectRoot, 'deploy/nginx/tradebench.conf'), 'utf8')
    .replaceAll(/^ *server shop-\d.*;$/gm, '')
    .replace('upstream tradebench {', `upstream tradebench {\n${servers}`)
    .replace('listen 80;', `listen 127.0.0.1:${FRONT + 2};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${FRONT + 1} ssl http2;\n    listen 127.0.0.1:${FRONT};`)
    // The shop of this check has an http address with this port.
    .replace('Host $host;', 'Host $http_host;')
    .replace('/var/log/nginx/access.log', join(folder, 'access.log'))
    .replaceAll('/etc/nginx/tls', join(folder, 'tls'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;\n${site}\n}`,
  );
  run('nginx', ['-t', '-c', file]);
  return started('nginx', ['-c', file], `http://127.0.0.1:${FRONT}`, folder);
}

/** HAProxy with the file of deploy/. */
export function haproxy(shops: ShopProcess[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-haproxy-'));
  const servers = shops.map(({ url }, index) => `    server shop-${index} ${new URL(url).host} check`).join('\n');
  const file = join(folder, 'haproxy.cfg');
  const given = readFileSync(join(projectRoot, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  certified(folder);
  const site = given
    .replaceAll(/^ *server shop-\d.*$/gm, '')
    .replace('bind :80', `bind 127.0.0.1:${FRONT + 2}`)
    .replace('bind :443', `bind 127.0.0.1:${FRONT}\n    bind 127.0.0.1:${FRONT + 1}`)
    .replaceAll('/etc/haproxy/tls/shop.pem', join(folder, 'tls/shop.pem'));
  writeFileSync(file, `${site}\n${servers}\n`);
  run('haproxy', ['-c', '-f', file]);
  return started('haproxy', ['-db', '-f', file], `http://127.0.0.1:${FRONT}`, folder);
}

/** The programs that they are, each with the Debian package that has it. */
export const NGINX = { nginx: 'apt-get install nginx', openssl: 'apt-get install openssl' };
export const HAPROXY = { haproxy: 'apt-get install haproxy', openssl: 'apt-get install openssl' };
