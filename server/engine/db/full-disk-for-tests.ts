import { spawnSync } from 'node:child_process';

/**
 * Runs `work` while this process can write no file beyond `bytes`: to whoever writes, a disk without room, and no root
 * is needed for it. What is in memory, on sockets and in pipes is not concerned.
 * @returns whether it was tried; Linux alone can
 */
export async function withoutRoom(bytes: number, work: () => Promise<void>): Promise<boolean> {
  if (process.platform !== 'linux') {
    process.stderr.write('A full disk can be played on Linux only: not tried.\n');
    return false;
  }
  const before = prlimit('--fsize', '--noheadings', '--raw', '-o', 'SOFT').trim();
  // The hard limit stays as it is, so that the soft one may be raised again.
  prlimit(`--fsize=${bytes}:`);
  try {
    await work();
  } finally {
    prlimit(`--fsize=${before}:`);
  }
  return true;
}

function prlimit(...options: string[]): string {
  const { status, stdout, error } = spawnSync('prlimit', ['--pid', String(process.pid), ...options]);
  if (status !== 0) throw new Error(`prlimit, of util-linux, does not limit files here: ${error?.message ?? status}`);
  return stdout.toString();
}
