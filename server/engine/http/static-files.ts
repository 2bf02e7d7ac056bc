import { sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from './app-error.ts';
import type { CachedResponse } from './cached-response.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/** Built files carry a hash in their name and never change; the others are asked about again after an hour. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOURLY = 'public, max-age=3600';

/** The files of a folder by their address. */
interface StaticFiles {
  /** What has been read already, without waiting. */
  peek(path: string): CachedResponse | undefined;
  /** The file at an address; undefined where there is none. @throws AppError SERVICE_UNAVAILABLE where it cannot be read now */
  read(path: string): Promise<CachedResponse | undefined>;
}

/**
 * The files of a folder. The list is made once, so that no address can reach anything that is not in it, however it is
 * spelt (attacks T81); a file is read when first asked for. One that has gone meanwhile, as while a new build takes the
 * folder's place, is no longer there, and one that cannot be read for want of descriptors is tried again by the next call.
 * @param onGone is told of a file that was there at the start and is not any more
 */
export function staticFiles(folder: string, onGone: (path: string) => void = () => {}): StaticFiles {
  const known = new Map<string, string>();
  const read = new Map<string, CachedResponse>();
  const reading = new Map<string, Promise<CachedResponse | undefined>>();
  for (const file of filesIn(folder)) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (/\.(br|gz|map)$/.test(path) || path.includes('/.')) continue;
    known.set(path, file);
  }
  const load = async (path: string, file: string) => {
    try {
      const cached = staticAnswer(path, await readFile(file), await twinOf(`${file}.gz`), await twinOf(`${file}.br`));
      read.set(path, cached);
      return cached;
    } catch (cause) {
      if (!isMissing(cause))
        throw new AppError('SERVICE_UNAVAILABLE', sentence('This file cannot be read right now. Please try again.'), {
          cause,
        });
      onGone(path);
      return undefined;
    } finally {
      reading.delete(path);
    }
  };
  return {
    peek: (path) => read.get(path),
    async read(path) {
      const file = known.get(path);
      if (file === undefined) return undefined;
      const under = read.get(path) ?? reading.get(path);
      if (under) return under;
      const mine = load(path, file);
      reading.set(path, mine);
      return mine;
    },
  };
}

/**
 * A file as it is answered.
 * @param gzip its compressed twin; null where it is not worth one, undefined where one is to be made when it is asked for
 */
export function staticAnswer(path: string, body: Buffer, gzip?: Buffer | null, brotli?: Buffer | null): CachedResponse {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const cacheControl = path.startsWith('/assets/') ? IMMUTABLE : HOURLY;
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': cacheControl },
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    body,
    gzip,
    brotli,
  };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

async function twinOf(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
