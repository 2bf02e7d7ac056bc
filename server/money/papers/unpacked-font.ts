import { inflateSync } from 'node:zlib';

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
export function unpackedFont(woff: Buffer): Buffer {
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
