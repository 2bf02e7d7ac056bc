import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Another living process works on the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `${folder} is in use by process ${pid}. Stop that one first, or give this one a folder of its own with DATA_DIR, ` +
        `or put both on a PostgreSQL server with DATABASE_URL.`,
    );
  }
}

/**
 * Takes the folder for this process; a lock left by a dead process is taken over.
 * @returns what gives the folder back.
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => unlinkSync(file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (holder !== process.pid && isAlive(holder)) throw new FolderInUse(folder, holder);
      unlinkSync(file);
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
