import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

export interface ShotRequest {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests to fire at a server for a time, or until all of some lists are answered. */
export interface Shot {
  url: string;
  connections: number;
  seconds?: number;
  /** What all connections ask in turn. */
  requests?: ShotRequest[];
  /** A list for each connection, all of the same length, instead of a time. */
  lists?: ShotRequest[][];
}

export interface ShotResult {
  /** Answers with 2xx in a second. */
  rate: number;
  /** Of one answer, in ms. */
  p50: number;
  p95: number;
  p99: number;
  /** Answers other than 2xx, and requests without one. */
  failed: number;
}

/** Fires shots from a process of its own. */
export interface Loader {
  fire(shot: Shot): Promise<ShotResult>;
  stop(): void;
}

export function startLoader(): Loader {
  const child: ChildProcess = fork(join(projectRoot, 'bench', 'load-process.ts'), {
    execArgv: ['--import', 'tsx'],
    cwd: projectRoot,
  });
  process.once('exit', () => child.kill());
  return {
    fire: (shot) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { result: ShotResult } | { error: string }) =>
          'result' in message ? resolve(message.result) : reject(new Error(message.error)),
        );
        child.send(shot);
      }),
    stop: () => void child.kill(),
  };
}
