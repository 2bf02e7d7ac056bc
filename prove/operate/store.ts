import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { must } from './check.ts';

export const STORE_NEEDS = { s3rver: 'npm install --global s3rver' };

/** An S3-compatible store of its own, which looks at signatures (AWS4-HMAC-SHA256) as Amazon's does. */
interface Store {
  /** What a shop needs to be told to use it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

export async function startStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-store-'));
  const port = await freePort();
  const args = [
    '-d',
    folder,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--no-vhost-buckets',
    '--configure-bucket',
    'shop',
  ];
  const child: ChildProcess = spawn('s3rver', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => line.includes('listening') && resolve());
    void ended.then(() => reject(new Error('s3rver ended at its start')));
  });
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'shop',
      // The only pair of keys that it knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps a picture through one address and looks at it through others. @throws where one of them has it not, or not the same */
export async function sharedPicture(url: string, token: string, others: string[]): Promise<void> {
  const { default: sharp } = await import('sharp');
  // Noise, so that it is nearly as large as a picture may be.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const picture = await sharp({ create: { width: 1700, height: 1700, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  must(picture.length > 7_000_000 && picture.length < 10_000_000, `the picture has ${picture.length} bytes`);
  const kept = await fetch(`${url}/picture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  const { image } = (await kept.json()) as { image?: string };
  must(kept.status === 201 && image !== undefined, `a picture of 8 MB was answered with ${kept.status}`);
  const seen = await Promise.all(
    others.map(async (each) => {
      const answer = await fetch(each + image);
      must(answer.status === 200, `${each} has not the picture that was kept at ${url}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    }),
  );
  must(new Set(seen).size === 1, 'the processes show different pictures');
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
