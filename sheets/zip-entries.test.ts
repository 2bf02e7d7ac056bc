import { PassThrough, Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { unpacked } from './zip-entries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A part of an archive: what stands before it, its name left out, and bytes that need no unpacking. */
function archiveOf(bytes: number) {
  const head = new DataView(new ArrayBuffer(30));
  head.setUint32(0, 0x04034b50, true);
  return new Blob([head, new Uint8Array(bytes)]);
}

it('whoever reads no further, while there is more, leaves no error behind that nobody can catch', async () => {
  // In place of what unpacks: the same kind of stream, in which what goes in is at hand at once.
  const inner = new PassThrough();
  vi.stubGlobal('DecompressionStream', function () {
    return Duplex.toWeb(inner);
  });
  const thrown: unknown[] = [];
  const hear = (error: unknown) => thrown.push(error);
  process.on('uncaughtException', hear);
  try {
    const size = 1_000_000;
    const pieces = unpacked(archiveOf(size), { size, packedSize: size, isPacked: true, at: 0 });
    expect((await pieces.next()).done).toBe(false);
    await vi.waitFor(() => expect(inner.readableLength).toBeGreaterThan(0));
    await pieces.next();
    await pieces.return(undefined);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(thrown).toEqual([]);
  } finally {
    process.off('uncaughtException', hear);
  }
});
