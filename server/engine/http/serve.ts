import { sentence } from '#contract/sentences.ts';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Observer } from '#server/engine/observe/observer.ts';
import { AppError } from './app-error.ts';
import { clientAddress, isForwardedByStranger } from '#server/client-address.ts';
import { errorResponse } from './errors.ts';
import { createFastPath } from './fast-path.ts';
import { literalTarget } from './literal-target.ts';
import type { CachedResponse } from './cached-response.ts';
import type { Health } from './health.ts';
import { newRequestId, type Origin } from './router.ts';
import { secured } from './security-headers.ts';
import { servedHosts } from './served-hosts.ts';

/** How long clients may take, in ms. */
interface Timeouts {
  /** For all headers (attacks T99). */
  headers: number;
  /** For the whole request, its body included, where its route does not say another time (attacks T99). */
  request: number;
  /** Without a request on an open connection: longer than what proxies keep one, so that none sends into one that just closed. */
  keepAlive: number;
  /** How often the first two are looked at. */
  check: number;
}

/** What is served. */
interface ServedParts {
  app: { fetch(request: Request, origin: Origin): Promise<Response> };
  /** The cached response at an address as the request line spells it, without waiting. */
  peek(target: string): CachedResponse | undefined;
  health: Health;
  /** Is told, once a process, who said on whose behalf they ask without being trusted to. */
  untrustedProxy(address: string): void;
  observer: Pick<Observer, 'request' | 'fromCache'>;
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, check: 2_000 };

/** The shop behind Node's HTTP server; it does not listen yet. */
export function createShopServer(shop: ServedParts, config: Config, log: Log, timeouts = TIMEOUTS): Server {
  const refusal = (error: unknown, request: Request | null = null) =>
    secured(errorResponse(error, request, newRequestId(), log), config);
  const serves = servedHosts(config);
  /** Once a process: whoever makes the header up fills no log. */
  let warned = false;
  const wholeWay = getRequestListener(
    (request, env) => {
      const { headers, socket } = (env as HttpBindings).incoming;
      if (!serves(headers.host)) return refusal(misdirected(), request);
      if (!warned && isForwardedByStranger(request, socket.remoteAddress, config.trustedProxies)) {
        warned = true;
        log.warn(
          { from: socket.remoteAddress },
          'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: if that is your proxy, all customers behind it share one address and its limits',
        );
        shop.untrustedProxy(socket.remoteAddress ?? '');
      }
      const from = clientAddress(request, socket.remoteAddress, config.trustedProxies);
      return shop.observer.request(request, () => shop.app.fetch(request, { clientAddress: from }));
    },
    {
      errorHandler: (error) => refusal(error instanceof RequestError ? badlyWritten() : error),
    },
  );
  /** The last answer on each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  /** Closes a connection with an answer to what did not become a whole request, unless that fell into another one. */
  const giveUp = async (socket: Duplex, problem: AppError) => {
    const answer = refusal(problem);
    const body = await answer.text();
    const last = answers.get(socket);
    if (!socket.writable || (last?.headersSent && !last.writableEnded)) return void socket.destroy();
    const head = [...answer.headers, ['content-length', Buffer.byteLength(body)], ['connection', 'close']];
    const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...head.map((line) => line.join(': '))];
    socket.end([...lines, '', body].join('\r\n'), () => socket.destroy());
  };
  const answered = createFastPath(shop.peek, config);
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: Math.max(timeouts.request, ...SLOW.map(({ within }) => within)),
      keepAliveTimeout: timeouts.keepAlive,
      maxHeaderSize: 16_384,
      // The whole way refuses such a request, in words.
      requireHostHeader: false,
      connectionsCheckingInterval: timeouts.check,
    },
    (request, response) => {
      request.url = literalTarget(request.url ?? '/');
      answers.set(request.socket, response);
      endLate(request, timeouts.request, () => {
        if (response.headersSent) request.socket.destroySoon();
        else void giveUp(request.socket, tooLate());
      });
      // The client's next request goes to another process.
      if (shop.health.finishing) response.shouldKeepAlive = false;
      if (serves(request.headers.host) && answered(request, response)) shop.observer.fromCache();
      else void wholeWay(request, response);
    },
  );
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => void giveUp(socket, notRead(code)));
  return server;
}

/** Calls whose body may take longer than the others' to arrive. */
const SLOW = Object.values<Route>(routes).flatMap(({ method, path, arrivesWithin: within }) =>
  within === undefined ? [] : [{ method, path, within }],
);

/** Gives a request up whose body has not arrived in time; for the slow calls the server itself does. */
function endLate(request: IncomingMessage, within: number, giveUp: () => void): void {
  const { method, url = '', headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const path = url.split('?', 1)[0];
  if (SLOW.some((slow) => slow.method === method && slow.path === path)) return;
  const timer = setTimeout(() => {
    if (!request.complete) giveUp();
  }, within).unref();
  const arrived = () => clearTimeout(timer);
  request.once('end', arrived);
  request.once('close', arrived);
}

/** Why Node gave a request up, by the code of its error. */
function notRead(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooLate();
  return code === 'HPE_HEADER_OVERFLOW'
    ? new AppError('HEADERS_TOO_LARGE', sentence('The headers of a request may have at most 16 kB.'))
    : badlyWritten();
}

function tooLate(): AppError {
  return new AppError('REQUEST_TIMEOUT', sentence('The request took too long to arrive.'));
}

function badlyWritten(): AppError {
  return new AppError('VALIDATION_ERROR', sentence('The request is not valid HTTP.'));
}

function misdirected(): AppError {
  return new AppError(
    'MISDIRECTED_REQUEST',
    sentence(
      'On this machine the demo only answers to localhost and 127.0.0.1. To open it under another name, start it with BASE_URL set to that address, or with HOST set to the address it should listen on.',
    ),
  );
}
