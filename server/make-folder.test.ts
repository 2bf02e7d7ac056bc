import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

it('makes a folder with all that are missing above it, and is content where it is there', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'make-folder-')), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it('says that it cannot, where nobody can', () => {
  expect(() => makeFolder('/proc/no-such-folder/below')).toThrow(/ENOENT|EACCES|EPERM/);
});
