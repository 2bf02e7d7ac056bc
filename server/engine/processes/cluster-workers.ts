import cluster from 'node:cluster';
import type { ChildProcess } from 'node:child_process';
import type { Beat, OpenCall } from './heartbeat.ts';
import type { Worker } from './supervisor.ts';

/** So many calls that were begun are remembered of each process. */
const MOST_CALLS = 20;

/**
 * Starts processes that share one port: this one takes the connections and hands each to the next of them in turn.
 * @param file what each of them runs
 */
export function clusterWorkers(file: string, environment: Record<string, string>): () => Worker {
  cluster.setupPrimary({ exec: file });
  return () => {
    const worker = cluster.fork(environment);
    closeWhatItNeverTook(worker.process);
    const pid = worker.process.pid ?? 0;
    const ended = new Promise<number | NodeJS.Signals>((resolve) => {
      worker.once('exit', (code, signal) => resolve((signal as NodeJS.Signals | null) ?? code));
    });
    const ready = new Promise<void>((resolve, reject) => {
      worker.once('listening', () => resolve());
      void ended.then((how) => reject(new Error(`process ${pid} ended with ${how} before it served`)));
    });
    let heard: { at: number; calls: OpenCall[] } = { at: Date.now(), calls: [] };
    worker.on('message', (beat: Partial<Beat & Record<string, unknown>>) => {
      if (Array.isArray(beat.beat)) heard = { at: Date.now(), calls: beat.beat.slice(-MOST_CALLS) };
      else if (beat.began) heard.calls = [...heard.calls.slice(1 - MOST_CALLS), beat.began as OpenCall];
    });
    return { pid, ready, ended, heard: () => heard, signal: (name) => worker.process.kill(name) };
  };
}

/** What Node's cluster sends beside a connection, and answers to it. */
interface Note {
  seq?: number;
  ack?: number;
}
interface Connection {
  close(): void;
}
type Send = (note: Note, connection?: Connection, ...more: unknown[]) => boolean;

/**
 * Node forgets the connections that were on their way to a process when it died, and their clients would wait for ever
 * (Node 20). Closed, they are tried again by browsers and proxies.
 */
function closeWhatItNeverTook(child: ChildProcess): void {
  const underWay = new Map<number, Connection>();
  // Only what cluster itself sends has a connection beside it.
  const send = child.send.bind(child) as Send;
  child.send = ((note: Note, connection?: Connection, ...more: unknown[]) => {
    if (connection && note.seq !== undefined) underWay.set(note.seq, connection);
    return send(note, connection, ...more);
  }) as typeof child.send;
  child.on('internalMessage', ({ ack }: Note) => {
    if (ack !== undefined) underWay.delete(ack);
  });
  child.once('exit', () => {
    for (const connection of underWay.values()) connection.close();
  });
}
