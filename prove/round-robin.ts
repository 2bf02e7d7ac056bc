import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  url: string;
  /** How often a request went to a second process, because the first did not take it. */
  repeated(): number;
  close(): Promise<void>;
}

/**
 * The smallest proxy of the usual kind: each request to the next process, and to another one where that does not take
 * it or ends without a word, if the request may be repeated (nginx: `proxy_next_upstream error`).
 */
export async function roundRobin(ports: number[]): Promise<RoundRobin> {
  let turn = 0;
  let repeated = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const first = turn++;
      const go = (tries: number) =>
        forward(ports[(first + tries) % ports.length]!, incoming, body, outgoing, () => {
          const repeatable = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined;
          if (!repeatable || tries + 1 >= ports.length) outgoing.writeHead(502).end('{}');
          else {
            repeated++;
            go(tries + 1);
          }
        });
      go(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param failed called where no byte of an answer came */
function forward(port: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, failed: () => void) {
  const onward = request(
    {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, connection: 'close' },
      agent: false,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : failed()));
  onward.end(body);
}
