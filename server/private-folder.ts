import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What files and folders of this process grant to others: nothing. */
const OTHERS = 0o077;

/** From here on, whatever this process makes is its user's alone, whatever umask it was started with. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Takes from everybody else what they may do with a folder and all in it: an image that PGlite unpacks has modes of its own,
 * and so has what an earlier version or another umask left. Links are not followed; what belongs to another user stays as it is,
 * and so does what goes away meanwhile.
 */
export async function makePrivate(path: string): Promise<void> {
  try {
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) return;
    if ((entry.mode & OTHERS) !== 0) await chmod(path, entry.mode & 0o7777 & ~OTHERS);
    // One after the other: thousands of files are looked at within a moment, and no more of them are open than one.
    if (entry.isDirectory()) for (const name of await readdir(path)) await makePrivate(join(path, name));
  } catch (error) {
    if (!isPassedOver(error)) throw error;
  }
}

function isPassedOver(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'EPERM', 'EACCES', 'EROFS'].includes(String(error.code))
  );
}
