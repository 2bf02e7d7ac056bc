import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Element, elementAt, readXml } from '#server/buying/punchout/cxml-read.ts';

/** A buyer's own system that takes documents. */
export interface TakingSystem {
  url: string;
  got: { type: string; body: string; request: Element }[];
  /** The status that its answers say from now on; 200 at first. @param http of the answer itself; 0: the connection is cut */
  answerWith(code: number, http?: number): void;
  close(): Promise<void>;
}

/** Listens on a port of its own; a shop reaches it with WEBHOOK_HOSTS=127.0.0.1. */
export async function openTakingSystem(): Promise<TakingSystem> {
  const got: TakingSystem['got'] = [];
  let said = { code: 200, http: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const sent = elementAt(readXml(body), 'Request')?.children[0];
      if (sent) got.push({ type: request.headers['content-type'] ?? '', body, request: sent });
      if (said.http === 0) return void request.socket.destroy();
      response.writeHead(said.http, { 'content-type': 'text/xml' });
      response.end(
        `<?xml version="1.0"?><cXML payloadID="a" timestamp="b"><Response><Status code="${said.code}" text="x"/></Response></cXML>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cxml`,
    got,
    answerWith: (code, http = 200) => void (said = { code, http }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
