import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Shop } from '#server/start.ts';
import { AppError } from './app-error.ts';
import { clientAddress } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { createFastPath } from './fast-path.ts';
import { literalTarget } from './literal-target.ts';
import { newRequestId } from './router.ts';
import { secured } from './security-headers.ts';
import { servedHosts } from './served-hosts.ts';

/** How long clients may take, in ms. */
export interface Timeouts {
  /** For all headers (attacks T99). */
  headers: number;
  /** For the whole request, its body included (attacks T99). */
  request: number;
  /** Without a request on an open connection: longer than what proxies keep one, so that none sends into one that just closed. */
  keepAlive: number;
  /** How often the first two are looked at. */
  check: number;
}

const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, keepAlive: 65_000, check: 2_000 };

/** The shop behind Node's HTTP server; it does not listen yet. */
export function createShopServer(
  shop: Pick<Shop, 'app' | 'peek' | 'health' | 'observer'>,
  config: Config,
  log: Log,
  timeouts = TIMEOUTS,
): Server {
  const refusal = (error: unknown) => secured(errorResponse(error, newRequestId(), log), config);
  const serves = servedHosts(config);
  const wholeWay = getRequestListener(
    (request, env) => {
      const { headers, socket } = (env as HttpBindings).incoming;
      if (!serves(headers.host)) return refusal(misdirected());
      const from = clientAddress(request, socket.remoteAddress, config.trustedProxies);
      return shop.observer.request(request, () => shop.app.fetch(request, { clientAddress: from }));
    },
    {
      errorHandler: (error) =>
        refusal(
          error instanceof RequestError
            ? new AppError('VALIDATION_ERROR', 'The request is not written as HTTP asks.')
            : error,
        ),
    },
  );
  const answered = createFastPath(shop.peek, config);
  return createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: timeouts.check,
    },
    (request, response) => {
      request.url = literalTarget(request.url ?? '/');
      // The client's next request goes to another process.
      if (shop.health.finishing) response.shouldKeepAlive = false;
      if (serves(request.headers.host) && answered(request, response)) shop.observer.fromCache();
      else void wholeWay(request, response);
    },
  );
}

function misdirected(): AppError {
  return new AppError(
    'MISDIRECTED_REQUEST',
    'On this machine the demo answers to localhost and 127.0.0.1 only. To open it under another name, start it with BASE_URL set to that address, or with HOST set to the address it should listen on.',
  );
}
