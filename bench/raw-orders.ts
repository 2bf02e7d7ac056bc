import { fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** Options of a connection on which no trigger and no reference is looked at: what is measured against is the bare work. */
export const BARE = '-c session_replication_role=replica';

export interface RawOrders {
  url: string;
  connections: number;
  /** Who orders, once for each time that somebody is named. */
  customers: string[];
  tools: string[];
}

export interface RawResult {
  /** Orders in a second. */
  rate: number;
}

/** Orders without a shop, from a process of its own. */
export function startRawOrders(): { run(orders: RawOrders): Promise<RawResult>; stop(): void } {
  const child = fork(join(projectRoot, 'bench', 'raw-orders-process.ts'), {
    execArgv: ['--import', 'tsx'],
    cwd: projectRoot,
    // As the shop is: Linux shares the processors out by session.
    detached: true,
  });
  process.once('exit', () => child.kill());
  return {
    run: (orders) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('The raw orders failed.'));
        child.once('exit', ended);
        child.once('message', (result: RawResult) => {
          child.off('exit', ended);
          resolve(result);
        });
        child.send(orders);
      }),
    stop: () => void child.kill(),
  };
}
