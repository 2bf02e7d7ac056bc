import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The memory that a process holds (RSS), in MB of 1,048,576 bytes. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return Number(kilobytes) / 1024;
}
