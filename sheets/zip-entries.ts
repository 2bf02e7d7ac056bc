import { sentence } from '#contract/sentences.ts';
import { SheetProblem } from './sheet-rows.ts';

/** One file of an archive. Sizes are in bytes, as the archive says them. */
export interface ZipEntry {
  size: number;
  packedSize: number;
  isPacked: boolean;
  at: number;
}

const END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of an archive with the longest comment that it may have. */
const MAX_END = 22 + 65_535;
const MAX_DIRECTORY_BYTES = 1_000_000;
const STRETCH_BYTES = 64 * 1024;

/** What to say of a file that cannot be read as XLSX. */
export function noXlsx(cause?: unknown): SheetProblem {
  return new SheetProblem(
    'unreadable',
    sentence('This file is damaged or not an XLSX file. Open it, save it as XLSX or CSV, and send that.'),
    cause,
  );
}

/**
 * The files of an archive by their names, from the directory at its end.
 * @throws SheetProblem where it has more than `most`, is encrypted or is no archive
 */
export async function zipEntries(archive: Blob, most: number): Promise<Map<string, ZipEntry>> {
  const tail = await view(archive, Math.max(0, archive.size - MAX_END), archive.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw noXlsx();
  const count = tail.getUint16(end + 10, true);
  const bytes = tail.getUint32(end + 12, true);
  const from = tail.getUint32(end + 16, true);
  if (count > most || bytes > MAX_DIRECTORY_BYTES)
    throw new SheetProblem(
      'too-large',
      sentence('This XLSX file has more than {most, number} parts. Save a single sheet, or send CSV.', { most }),
    );
  const directory = await view(archive, from, from + bytes);
  const entries = new Map<string, ZipEntry>();
  for (let place = 0, at = 0; place < count; place++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== LISTED) throw noXlsx();
    const nameLength = directory.getUint16(at + 28, true);
    if (at + 46 + nameLength > directory.byteLength) throw noXlsx();
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength));
    const method = directory.getUint16(at + 10, true);
    // Encrypted ones, and ways of packing that no spreadsheet has.
    if (directory.getUint16(at + 8, true) & 1 || (method !== 0 && method !== 8)) throw noXlsx();
    entries.set(name, {
      isPacked: method === 8,
      packedSize: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    });
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * What is in an entry, piece by piece, and no more than it says that it has.
 * @throws SheetProblem where it has more or less
 */
export async function* unpacked(archive: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const head = await view(archive, entry.at, entry.at + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw noXlsx();
  const from = entry.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  let isWanted = true;
  const packed = stretches(archive, from, from + entry.packedSize, () => isWanted);
  const reader = (entry.isPacked ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).getReader();
  let left = entry.size;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => Promise.reject(noXlsx(error)));
      if (done) break;
      left -= value.byteLength;
      if (left < 0) throw noXlsx();
      yield value;
    }
  } finally {
    // Not cancelled: with more at hand, Node's stream then throws where nobody can catch it. Nothing goes in any more instead.
    isWanted = false;
    await readOut(reader);
  }
  if (left > 0) throw noXlsx();
}

/** Reads to the end, however that comes: packed data that stops half-way is damaged. */
async function readOut(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done) continue;
  } catch {
    // Nobody asks any more what is wrong with it.
  }
}

/** @param isWanted asked before each stretch whether anybody reads on */
function stretches(
  archive: Blob,
  from: number,
  to: number,
  isWanted: () => boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = from;
  return new ReadableStream({
    async pull(controller) {
      const next = Math.min(at + STRETCH_BYTES, to, archive.size);
      if (next > at && isWanted()) controller.enqueue(new Uint8Array(await archive.slice(at, next).arrayBuffer()));
      else controller.close();
      at = next;
    },
  });
}

async function view(archive: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await archive.slice(from, to).arrayBuffer());
}
