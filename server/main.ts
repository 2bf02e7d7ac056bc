import { setFlagsFromString } from 'node:v8';

/**
 * By how many percent what lives on may be outgrown until all is collected: as V8 itself does in a heap of 256 MB. With more
 * than 2 GB to take, it lets garbage grow to three times of it first.
 */
const HEAP_GROWTH = 30;

setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
// Loaded after it: Node's compile cache holds for the flags alone under which a file was loaded.
await import('./run.ts');
