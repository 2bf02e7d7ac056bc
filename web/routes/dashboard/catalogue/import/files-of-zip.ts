import { unpacked, zipEntries } from '#sheets/zip-entries.ts';

/** The most files of one archive, and the most bytes of one of them: a picture's own bound is lower. */
const MOST_FILES = 5_000;
const MOST_BYTES = 20_000_000;

/**
 * The files in an archive, by their names without folders; what systems add beside them is left out.
 * @throws Error whose message says why it cannot be read
 */
export async function filesOfZip(archive: File): Promise<File[]> {
  const entries = await zipEntries(archive, MOST_FILES).catch(() => {
    throw new Error(`This ZIP file is damaged, locked, or has more than ${MOST_FILES.toLocaleString('en-US')} files.`);
  });
  const files: File[] = [];
  for (const [path, entry] of entries) {
    const name = path.split('/').at(-1) ?? '';
    if (name === '' || name.startsWith('.') || path.startsWith('__MACOSX/')) continue;
    if (entry.size > MOST_BYTES) throw new Error(`${name} is larger than 20 MB.`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of unpacked(archive, entry)) parts.push(new Uint8Array(part));
    files.push(new File(parts, name));
  }
  return files;
}
