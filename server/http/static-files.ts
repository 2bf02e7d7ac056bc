import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Kept } from './kept-answer.ts';

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

/**
 * The files of a folder by their address. The list is made once, so that no address can reach anything that is not in
 * it, however it is spelt (attacks T81); a file is read when first asked for.
 */
export function staticFiles(folder: string): (path: string) => Kept | undefined {
  const known = new Map<string, string>();
  const read = new Map<string, Kept>();
  for (const file of filesIn(folder)) {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (/\.(br|gz|map)$/.test(path) || path.includes('/.')) continue;
    known.set(path, file);
  }
  return (path) => {
    const earlier = read.get(path);
    if (earlier) return earlier;
    const file = known.get(path);
    if (file === undefined) return undefined;
    const kept = load(file, path.startsWith('/assets/') ? IMMUTABLE : HOURLY);
    read.set(path, kept);
    return kept;
  };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function load(file: string, cacheControl: string): Kept {
  const body = readFileSync(file);
  const extension = file.slice(file.lastIndexOf('.') + 1);
  return {
    status: 200,
    headers: { 'content-type': TYPES[extension] ?? 'application/octet-stream', 'cache-control': cacheControl },
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    body,
    gzip: existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : null,
    brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null,
  };
}
