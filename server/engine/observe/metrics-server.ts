import { createServer, type Server } from 'node:http';
import { listen } from '#server/listen.ts';

/**
 * Answers Prometheus on a port of its own, which no customer reaches.
 * @param text what is told, in Prometheus' text format
 * @throws ConfigError where it cannot listen there
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  text: () => Promise<string>,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  // It alone keeps no process alive.
  server.unref();
  await listen(server, port, host);
  return server;
}
