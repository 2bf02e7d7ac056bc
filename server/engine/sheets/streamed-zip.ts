import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { StreamedFile } from '#contract/sheets.ts';

/** A ZIP that is made while it is sent: no more files are asked for than its reader takes. @param name what it is called, with its ending */
export async function streamedZip(
  name: string,
  files: AsyncIterable<readonly [name: string, bytes: Buffer]>,
): Promise<StreamedFile> {
  const { ZipFile } = await import('./zip-files.ts');
  const zip = new ZipFile();
  // yazl gives its stream as one that is read; it is written to as well, and says when it is full.
  const out = zip.outputStream as Readable & { writableNeedDrain: boolean };
  const gone = new AbortController();
  out.on('close', () => gone.abort());
  const fill = async () => {
    for await (const [file, bytes] of files) {
      if (out.writableNeedDrain) await once(out, 'drain', { signal: gone.signal });
      gone.signal.throwIfAborted();
      zip.addBuffer(bytes, file);
    }
    zip.end();
  };
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return { type: 'application/zip', name, body: Readable.toWeb(out) as ReadableStream };
}
