import type { Client } from 'pg';

/** What a connection that was given up says of itself; faults.ts knows it for a database that is away. */
const SILENT = 'Connection terminated: the database was silent for too long';

/**
 * Gives the connection up where a query waits longer than the server itself would let it: the other side is silent (a
 * stopped machine, a cut cable, a commit that waits for a standby that is away), and no word would ever come. Everything
 * queued behind it fails at once, a rollback too.
 * @param silenceMs longer than the server's own limit for a statement
 */
export function watched(connection: Client, silenceMs: number): Client {
  const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    if (waiting > 0)
      timer = setTimeout(() => connection.connection.stream.destroy(new Error(SILENT)), silenceMs).unref();
  };
  // The server says this once for each query, however that ended.
  connection.connection.on('readyForQuery', () => {
    waiting = Math.max(0, waiting - 1);
    watch();
  });
  connection.once('end', () => clearTimeout(timer));
  connection.query = ((...given: unknown[]) => {
    waiting++;
    if (waiting === 1) watch();
    return send(...given);
  }) as Client['query'];
  return connection;
}
