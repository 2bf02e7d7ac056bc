import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, read. */
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** An endpoint of another system, on this machine. */
export interface Receiver {
  url: string;
  got: Received[];
  /** What it answers from now on; 200 at first. */
  answerWith(status: number, body?: string): void;
  close(): Promise<void>;
}

/** Listens on a port of its own; a shop reaches it with WEBHOOK_HOSTS=127.0.0.1. */
export async function openReceiver(): Promise<Receiver> {
  let answer = { status: 200, body: 'taken' };
  const got: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body, message: JSON.parse(body) as Received['message'] });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    got,
    answerWith: (status, body = '') => void (answer = { status, body }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
