import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { inflateSync } from 'node:zlib';

/** A slice of Noto Sans: a file with the letters of some scripts, as web pages load them, so that a paper holds what it uses alone. */
export interface FontSlice {
  file: string;
  /** Its bold face, where there is one. */
  bold?: string;
  /** First and last code points that it can show. */
  ranges: [number, number][];
}

/** They come from the @fontsource packages of Noto Sans (SIL Open Font License): see docs/decisions/370. */
const folder = join(projectRoot, 'server/money/papers/fonts');
let slices: FontSlice[] | undefined;
const bytes = new Map<string, Buffer>();
const found = new Map<number, FontSlice>();

/** Whether any slice has a glyph for a character. */
export function isPrintable(codePoint: number): boolean {
  return shows(sliceFor(codePoint), codePoint);
}

/** The slice that shows a character; the first where none does. */
export function sliceFor(codePoint: number): FontSlice {
  slices ??= JSON.parse(readFileSync(join(folder, 'fonts.json'), 'utf8')) as FontSlice[];
  let slice = found.get(codePoint);
  if (!slice) {
    slice = slices.find((each) => shows(each, codePoint)) ?? slices[0]!;
    found.set(codePoint, slice);
  }
  return slice;
}

export function shows({ ranges }: FontSlice, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** The bytes of a slice's face, read and unpacked once. */
export function fontBytes(file: string): Buffer {
  let content = bytes.get(file);
  if (!content) {
    content = unpackedFont(readFileSync(join(folder, file)));
    bytes.set(file, content);
  }
  return content;
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;

/**
 * A font as it was before it was packed for the web: what reads it for papers unpacks by itself, and gives up on some
 * tables that are as they should be.
 * @param woff a WOFF file, version 1
 * @returns the TrueType or OpenType font in it
 */
function unpackedFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEADER + ENTRY * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  // For readers that search the list of tables by halves.
  const halvings = Math.floor(Math.log2(count));
  head.writeUInt16BE(ENTRY * 2 ** halvings, 6);
  head.writeUInt16BE(halvings, 8);
  head.writeUInt16BE(ENTRY * (count - 2 ** halvings), 10);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let index = 0; index < count; index++) {
    const from = WOFF_HEADER + WOFF_ENTRY * index;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at));
    const kept = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(kept) : kept;
    const to = HEADER + ENTRY * index;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}
