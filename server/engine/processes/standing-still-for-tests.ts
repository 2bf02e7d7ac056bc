import { createServer } from 'node:http';
import { startBeating, toldOf } from './heartbeat.ts';

/** A process whose one bad call never gives the processor back. */
createServer((request, response) => {
  void toldOf(`${request.method} /:what`, async () => {
    while (request.url === '/stand-still');
    response.end(String(process.pid));
  });
}).listen(0, '127.0.0.1', startBeating);
