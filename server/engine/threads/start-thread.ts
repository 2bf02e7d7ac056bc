import { basename, dirname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread without the shop's environment, since what reads a stranger's words has no need of its secrets: built beside the shop's own programs, or from its source, which Node needs
 * help to run.
 * @param source the thread's file from the project's folder, named like the program that the build makes of it
 */
export function startThread(source: string, options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>): Worker {
  const { dirname: here, filename } = import.meta;
  const built = join(basename(here) === 'chunks' ? dirname(here) : here, `${basename(source, '.ts')}.js`);
  const program = filename.endsWith('.ts') ? join(here, 'run-from-sources.mjs') : built;
  return new Worker(program, { ...options, execArgv: [], env: {}, argv: [source] });
}
