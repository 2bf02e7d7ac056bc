import { fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** A statement as it is prepared and sent. */
export interface RawStatement {
  name: string;
  text: string;
  values?: unknown[];
}

export interface RawWork {
  url: string;
  connections: number;
  /** Each the statements of one piece of work, sent one after the other on one connection. */
  jobs: RawStatement[][];
}

export interface RawWorkResult {
  /** Jobs in a second. */
  rate: number;
  /** Of one job, in ms. */
  p95: number;
}

/** Statements through `pg` without a shop, from a process of its own. */
export function startRawWork(): { run(work: RawWork): Promise<RawWorkResult>; stop(): void } {
  const child = fork(join(projectRoot, 'bench', 'raw-work-process.ts'), {
    execArgv: ['--import', 'tsx'],
    cwd: projectRoot,
    // As the shop is: Linux shares the processors out by session.
    detached: true,
  });
  process.once('exit', () => child.kill());
  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('The raw work failed.'));
        child.once('exit', ended);
        child.once('message', (result: RawWorkResult) => {
          child.off('exit', ended);
          resolve(result);
        });
        child.send(work);
      }),
    stop: () => void child.kill(),
  };
}

/** The statements as one transaction. */
export function inTransaction(...statements: RawStatement[]): RawStatement[] {
  return [{ name: 'begin', text: 'begin' }, ...statements, { name: 'commit', text: 'commit' }];
}
