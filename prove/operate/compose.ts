import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/project-root.ts';
import { PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type Check, has, must, run } from './check.ts';
import { buildImage, IMAGE, sell } from './container.ts';
import { engine, ENGINE, ENGINE_NEEDS, enginePath, lacksBase, logs, partsImage, RUN_OPTIONS } from './engine.ts';

const PROJECT = 'tradebench-operate';
const URL_OF_SHOP = 'https://localhost';
const UP_WITHIN_MS = 180_000;
const SHOPS = ['shop-1', 'shop-2'];

/** deploy/container/compose.yaml with images that are here; all else is as it stands. */
function composeFile(folder: string): string {
  const given = readFileSync(join(projectRoot, 'deploy/container/compose.yaml'), 'utf8');
  const parts = partsImage();
  const changed = given
    .replace('image: docker.io/library/postgres:18', `image: ${parts}\n    command: [postgres-as-asked]`)
    .replace('image: docker.io/library/nginx:1.28', `image: ${parts}\n    command: [nginx, -g, 'daemon off;']`)
    .replace(/ {4}build:\n(?: {6}.*\n)+/, '')
    .replace('image: tradebench\n', `image: ${IMAGE}\n`)
    .replace("['80:80', '443:443']", "['127.0.0.1:80:80', '127.0.0.1:443:443']")
    .replace('../nginx/tradebench.conf', join(projectRoot, 'deploy/nginx/tradebench.conf'));
  must(!/docker\.io|\.\.\//.test(changed), `compose.yaml has more that is not here:\n${changed}`);
  const file = join(folder, 'compose.yaml');
  writeFileSync(file, changed);
  return file;
}

/** The settings of example.env, filled in for a demo: a shop for customers would want a mail server and Stripe. */
function settingsFile(folder: string): void {
  const example = readFileSync(join(projectRoot, 'deploy/container/example.env'), 'utf8');
  const values: Record<string, string> = {
    BASE_URL: URL_OF_SHOP,
    POSTGRES_PASSWORD: 'operate',
    AUTH_SECRET: PROCESS_SECRET,
    BACKUP_TO: '/data/backups',
  };
  const filled = example.replaceAll(/^([A-Z0-9_]+)=.*$/gm, (_, name: string) => `${name}=${values[name] ?? ''}`);
  // A demo listens to its own machine alone, if it is not told otherwise.
  writeFileSync(join(folder, '.env'), `${filled}\nNODE_ENV=demo\nHOST=0.0.0.0\n`);
}

/** Whether the shop answers through nginx, with the certificate that was made for it. */
function answers(path: string, authority: Buffer): Promise<{ status: number; protocol: string | null }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${URL_OF_SHOP}${path}`, { ca: authority, agent: false }, (answer) => {
      const socket = answer.socket as TLSSocket;
      const protocol = socket.getProtocol();
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, protocol }));
    });
    asked.on('error', reject).end();
  });
}

async function composed(): Promise<string> {
  const how = buildImage();
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-compose-'));
  const file = composeFile(folder);
  settingsFile(folder);
  mkdirSync(join(folder, 'tls'));
  const certificate = join(folder, 'tls/fullchain.pem');
  run('openssl', [
    ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(' '),
    '-keyout',
    join(folder, 'tls/privkey.pem'),
    '-out',
    certificate,
  ]);
  const authority = readFileSync(certificate);
  const compose = (...args: string[]) =>
    run(
      'podman-compose',
      ['--podman-path', enginePath(), '--podman-run-args', RUN_OPTIONS.join(' '), '-p', PROJECT, '-f', file, ...args],
      folder,
    );
  const container = (name: string) => `${PROJECT}_${name}_1`;
  const trusted = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  try {
    compose('up', '-d', '--no-build');
    const deadline = Date.now() + UP_WITHIN_MS;
    const began = performance.now();
    for (;;) {
      const answer = await answers('/readyz', authority).catch(() => undefined);
      if (answer?.status === 200) break;
      const said = ['proxy', ...SHOPS, 'database'].map(
        (name) => `${name}:\n${Date.now() > deadline ? logs(container(name)) : ''}`,
      );
      must(Date.now() < deadline, `it does not serve:\n${said.join('\n')}`);
      await pause(250);
    }
    const ready = Math.round((performance.now() - began) / 1_000);
    const { protocol } = await answers('/products', authority);
    must(protocol === 'TLSv1.3', `it speaks ${protocol}`);
    const plain = await fetch('http://localhost/products?page=2', { redirect: 'manual' });
    must(
      plain.status === 301 && plain.headers.get('location') === `${URL_OF_SHOP}/products?page=2`,
      'without TLS it does not lead to TLS',
    );
    // Asked with the certificate above; what follows is the shop's own matter.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    await sell(URL_OF_SHOP);

    // One of the two stopped: the other serves; and each may write the pictures that they share.
    engine('stop', '-t', '20', container('shop-1'));
    for (let read = 0; read < 20; read++) {
      const { status } = await answers('/tool?limit=3', authority);
      must(status === 200, `with one of two stopped, a read answered ${status}`);
    }
    await sell(URL_OF_SHOP);
    const uid = engine('exec', container('shop-2'), 'id', '-u').trim();
    must(uid === '10001', `the shop runs as ${uid}`);
    engine(
      'exec',
      container('shop-2'),
      'sh',
      '-c',
      'mkdir -p /data/uploads && touch /data/uploads/try && ! touch /shop/try 2>/dev/null',
    );
    return `${how}; ready behind nginx with TLS 1.3 after ${ready} s, orders placed, one of two stopped unnoticed (nginx and PostgreSQL from Debian in the place of the official images)`;
  } finally {
    if (trusted === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = trusted;
    compose('down', '-v', '-t', '15');
    rmSync(folder, { recursive: true, force: true });
  }
}

export const composeChecks: Check[] = [
  {
    what: 'the compose file runs: two shops, PostgreSQL, nginx with TLS',
    needs: { ...ENGINE_NEEDS, 'podman-compose': 'apt-get install podman-compose', openssl: 'apt-get install openssl' },
    lacks: () => (ENGINE === 'podman' && has('podman') ? lacksBase() : 'podman as the engine'),
    run: composed,
  },
];
