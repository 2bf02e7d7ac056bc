import { createServer } from 'node:http';
import { freePort } from './shop.ts';

/** A purchasing system of somebody else, under an origin of its own: a page that opens the shop, and one that takes what it gives back. */
export interface BuyersPortal {
  url: string;
  /** Where baskets are given back to. */
  hook: string;
  /** What was given back, in order, each as the fields that arrived. */
  given: Record<string, string>[];
  /** What its page shows from now on. */
  show(html: string): void;
  close(): Promise<void>;
}

export async function openPortal(): Promise<BuyersPortal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const given: Record<string, string>[] = [];
  let shown = '';
  const page = (content: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Purchasing</title><link rel="icon" href="data:,"></head><body><main><h1>Purchasing</h1>${content}</main></body></html>`;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      if (request.method === 'POST') given.push(Object.fromEntries(new URLSearchParams(body)));
      response.end(page(request.method === 'POST' ? `<p>Back: requisition ${given.length}</p>` : shown));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    hook: `${url}/return`,
    given,
    show: (html) => void (shown = html),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A form of such a page that calls the shop. @param target the window or frame that the shop opens in */
export function callForm(address: string, target: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${address}" target="${target}">${inputs.join('')}<button>Open the shop</button></form>`;
}
