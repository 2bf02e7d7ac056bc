import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';

let folder: string;
let other: ChildProcess;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradebench-lock-'));
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(other, 'spawn');
});
afterEach(() => {
  other.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const held = (text: string) => writeFileSync(join(folder, 'lock'), text);

it('a folder that another process works on is refused', async () => {
  held(String(other.pid));
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
});

it('a folder whose process is ending is waited for, and whoever waits is told', async () => {
  held(`${other.pid} ending`);
  const waits: number[] = [];
  const taking = lockFolder(folder, (pid) => {
    waits.push(pid);
    other.kill('SIGKILL');
  });
  const lock = await taking;
  expect(waits).toEqual([other.pid]);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
  lock.leaving();
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid} ending`);
  lock.release();
});

it('a process that is told to stop a moment after the next one started is waited for too', async () => {
  held(String(other.pid));
  const taking = lockFolder(folder, () => rmSync(join(folder, 'lock')));
  held(`${other.pid} ending`);
  const lock = await taking;
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
  lock.release();
});

it('a folder that a dead process left is taken over', async () => {
  const gone = once(other, 'exit');
  other.kill('SIGKILL');
  await gone;
  held(String(other.pid));
  const lock = await lockFolder(folder);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
  lock.release();
});
