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
  /** Begins anew at another address, as another endpoint: what is on its way to the one before is not listened to. */
  moveOn(): void;
  /** What it answers from now on; 200 at first. */
  answerWith(status: number, body?: string): void;
  close(): Promise<void>;
}

/** Listens on a port of its own; a shop reaches it with WEBHOOK_HOSTS=127.0.0.1. */
export async function openReceiver(): Promise<Receiver> {
  let answer = { status: 200, body: 'taken' };
  const got: Received[] = [];
  let place = '/events';
  const left = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (!left.has(request.url ?? ''))
        got.push({ headers: request.headers, body, message: JSON.parse(body) as Received['message'] });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    get url() {
      return `http://127.0.0.1:${port}${place}`;
    },
    got,
    moveOn() {
      left.add(place);
      place = `/events/${left.size}`;
      got.length = 0;
    },
    answerWith: (status, body = '') => void (answer = { status, body }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
