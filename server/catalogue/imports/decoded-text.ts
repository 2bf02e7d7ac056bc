import { sentence } from '#contract/sentences.ts';
import { createReadStream } from 'node:fs';
import { SheetProblem } from '#sheets/sheet-rows.ts';

/** How much of a file is read at a stretch, and looked at to see what is in it. */
const HEAD_BYTES = 64 * 1024;
/** Windows-1252 has a letter for almost any byte: what is read so may have been written by a program that has other letters for them. */
export const GUESSED = 'windows-1252';

/** A file by its path, or bytes that are read from their beginning as often as they are asked for. */
export type ByteSource = string | (() => AsyncIterable<Uint8Array>);

async function* bytesOf(source: ByteSource): AsyncGenerator<Buffer> {
  if (typeof source === 'string')
    yield* createReadStream(source, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>;
  else
    for await (const { buffer, byteOffset, byteLength } of source()) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** The text of it, piece by piece. */
export async function* decoded(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of bytesOf(source)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The first piece of it. */
export async function headOf(source: ByteSource, encoding: string): Promise<string> {
  for await (const text of decoded(source, encoding)) if (text !== '') return text;
  return '';
}

/** Its encoding by its mark, by its zero bytes, or by what it cannot be. @throws SheetProblem where it is no text */
export async function encodingOf(source: ByteSource): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let first = true;
  for await (const bytes of bytesOf(source)) {
    const wide = first ? wideEncoding(bytes) : undefined;
    if (wide !== undefined) return wide;
    // A small PDF may have no byte that text has not.
    if (bytes.includes(0) || (first && bytes.toString('latin1', 0, 5) === '%PDF-'))
      throw new SheetProblem(
        'unreadable',
        sentence('This is not a sheet. Send CSV, or XLSX as Excel and LibreOffice save it.'),
      );
    first = false;
    try {
      if (isUtf8) strict.decode(bytes, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    if (isUtf8) strict.decode();
  } catch {
    isUtf8 = false;
  }
  return isUtf8 ? 'utf-8' : GUESSED;
}

/** UTF-16 by its mark, or by the zero bytes that ASCII has in it. */
function wideEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 200);
  const zeros = [0, 1].map((odd) => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}
