import { createServer, type Server } from 'node:http';
import { ConfigError, readConfig } from './config.ts';
import { createShopServer } from './http/serve.ts';
import { createLog } from './log.ts';
import { type Shop, startShop } from './start.ts';
import { loadWeb } from './web.ts';

/** Requests in flight get this long to finish when the process is told to stop. */
const DRAIN_MS = 9_000;
const IDLE_CHECK_MS = 50;

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  // Before a database is opened for nothing.
  await tryPort(config);
  const log = createLog(config.logLevel);
  const shop = await startShop({
    config,
    log,
    web: loadWeb,
    // Loaded on demand: a production process never reads the stand-ins' code.
    ...(config.production
      ? {}
      : { standIns: async (parts) => (await import('#sandbox/stand-ins.ts')).loadStandIns(parts) }),
  });
  const server = createShopServer(shop, config, log);
  const port = await listen(server, config.port, config.host).catch(async (error: unknown) => {
    await shop.close();
    throw error;
  });
  process.stdout.write(welcome(shop, port));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, shop));
  // Whoever reads the log may go away; the shop stays open (attacks T104).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (error) => log.error({ error }, 'a promise was left without an answer'));
}

/** @throws ConfigError where the shop could not listen */
async function tryPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start.`,
        EACCES: `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      };
      reject(
        new ConfigError([reasons[error.code ?? ''] ?? `The shop cannot listen on ${host}:${port} (${error.message}).`]),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

function welcome({ parts: { config } }: Shop, port: number): string {
  if (config.production) return `Tradebench is ready on port ${port}, for ${config.baseUrl}\n`;
  const url = port === config.port ? config.baseUrl : `http://localhost:${port}`;
  return [
    '',
    `  Tradebench is ready: ${url}`,
    '',
    '  Sign in as    ada@tradebench.test    (admin)',
    '                alice@tradebench.test  (customer)',
    '                bob@tradebench.test    (customer)',
    '  Password      tradebench',
    ...(config.smtpUrl ? [] : [`  Mailbox       ${url}/demo/mailbox`]),
    ...(config.stripe.kind === 'sandbox' ? ['  Test card     4242 4242 4242 4242, any future date, any CVC'] : []),
    '',
    '',
  ].join('\n');
}

/** New connections are refused, requests in flight finish, then the process ends by itself. */
async function stop(server: Server, shop: Shop): Promise<void> {
  shop.health.accepting = false;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Those that were at work a moment ago and are kept open by their clients would hold the process up until its patience ends.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
  await shop.close();
  process.exit(0);
}
