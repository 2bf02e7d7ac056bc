import { fork } from 'node:child_process';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** An answer as it stands on the wire. */
export interface SameBytes {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  /** As base64. */
  body: string;
}

/** What node:http adds by itself. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks once, and leaves the body as compressed as it comes. */
export function ask(url: string, headers: Record<string, string>): Promise<SameBytes> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const raw = response.rawHeaders;
        const kept = raw.flatMap((name, at) =>
          at % 2 === 0 && !OWN.has(name.toLowerCase()) ? [name, raw[at + 1] ?? ''] : [],
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: kept,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    }).once('error', reject);
  });
}

/** A bare node:http in a process of its own that gives this one answer to whatever is asked. */
export function startLimit(answer: SameBytes): Promise<{ url: string; stop(): void }> {
  const child = fork(join(projectRoot, 'bench', 'limit-process.ts'), {
    execArgv: ['--import', 'tsx'],
    cwd: projectRoot,
    // As the shop is: Linux shares the processors out by session.
    detached: true,
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The bare server ended.')));
    child.once('message', ({ port }: AddressInfo) =>
      resolve({ url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }),
    );
    child.send(answer);
  });
}
