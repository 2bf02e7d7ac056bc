import { createServer } from 'node:http';
import type { SameBytes } from './limit.ts';

/** Nothing but node:http and one answer, which is what any server on Node comes down to. */
process.on('message', ({ status, headers, body }: SameBytes) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
