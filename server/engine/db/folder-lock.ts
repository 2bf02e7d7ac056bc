import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that was told to stop is gone within 10 seconds (attacks T105). */
const ENDING_MS = 10_000;
/** What is asked to stop may take a moment to hear of it, as behind npm. */
const HEARS_OF_IT_MS = 1_000;
const LOOK_EVERY_MS = 50;
const ENDING = 'ending';

/** Another living process works on the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `${folder} is in use by process ${pid}. Stop that process first, or give this one a folder of its own with DATA_DIR, ` +
        `or put both on a PostgreSQL server with DATABASE_URL.`,
    );
  }
}

/** The folder is this process's. */
export interface FolderLock {
  /** Tells whoever starts now that the folder will soon be free. */
  leaving(): void;
  release(): void;
}

/**
 * Takes the folder for this process; a lock left by a dead process is taken over, and one of a process that is ending is
 * waited for.
 * @param onWait is told once that, and for which process, it waits
 * @throws FolderInUse
 */
export async function lockFolder(folder: string, onWait: (pid: number) => void = () => {}): Promise<FolderLock> {
  const file = join(folder, 'lock');
  const began = Date.now();
  let told = false;
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return {
        leaving: () => writeFileSync(file, `${process.pid} ${ENDING}`),
        release: () => unlinkSync(file),
      };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = holderOf(file);
    if (holder === null) continue;
    if (holder.pid === process.pid || (holder.pid !== 0 && !isAlive(holder.pid))) {
      unlinkSync(file);
      continue;
    }
    if (Date.now() - began > (holder.ending ? ENDING_MS : HEARS_OF_IT_MS)) {
      // Nobody ever wrote their number into it.
      if (holder.pid === 0) unlinkSync(file);
      else throw new FolderInUse(folder, holder.pid);
    }
    if (holder.ending && !told) onWait(holder.pid);
    told ||= holder.ending;
    await pause(LOOK_EVERY_MS);
  }
}

/** Who has the folder; number 0 while they are just taking it, null where it has become free. */
function holderOf(file: string): { pid: number; ending: boolean } | null {
  try {
    const [pid, word] = readFileSync(file, 'utf8').split(' ');
    return { pid: Number(pid) || 0, ending: word === ENDING };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
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
