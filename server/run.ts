import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { ConfigError, readConfig } from './config.ts';
import { createShopServer } from './engine/http/serve.ts';
import { listen, tryPort } from './listen.ts';
import { createLog } from './log.ts';
import { serveMetrics } from './engine/observe/metrics-server.ts';
import { startBeating } from './engine/processes/heartbeat.ts';
import { type Shop, startShop } from '#server/shop/start.ts';
import { loadWeb } from '#server/shop/web.ts';
import { makeFilesPrivate } from './private-folder.ts';
import { welcome } from './welcome.ts';

/** Requests in flight get this long to finish when the process is told to stop. */
const DRAIN_MS = 9_000;
const END_MS = 9_800;
const IDLE_CHECK_MS = 50;
/** A start that is given up gets this long to close what it opened. */
const GIVE_UP_MS = 5_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

makeFilesPrivate();
try {
  await main();
} catch (error) {
  // Told to stop before it was open: that is no failure.
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  // From the first moment on: where the process is number 1 of a container, a signal that nobody waits for is lost.
  const told = new AbortController();
  const giveUp = () => {
    told.abort();
    setTimeout(() => process.exit(0), GIVE_UP_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, giveUp);
  const config = readConfig(process.env);
  // Before a database is opened for nothing. Among several the supervisor has tried, and the port is theirs together.
  if (!cluster.isWorker) await tryPort(config);
  const log = createLog(config.logLevel);
  const shop = await startShop({
    config,
    log,
    tell: (line) => void process.stdout.write(`${line}\n`),
    signal: told.signal,
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
  // Among several the supervisor adds up what each of them counts.
  if (config.metrics && shop.observer.metrics && !cluster.isWorker)
    await serveMetrics(config.metrics, shop.observer.metrics);
  startBeating();
  if (!cluster.isWorker) process.stdout.write(welcome(config, port));
  for (const signal of SIGNALS) {
    // In this order: between two listeners there would be none, and a signal that had just come in would be lost with it.
    process.once(signal, () => void stop(server, shop));
    process.off(signal, giveUp);
  }
  if (told.signal.aborted) void stop(server, shop);
  // Whoever reads the log may go away; the shop stays open (attacks T104).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled promise rejection'));
}

/** New connections are refused, requests in flight finish, then the process ends by itself. */
async function stop(server: Server, shop: Shop): Promise<void> {
  shop.health.finishing = true;
  // Among several the others serve the address on: a connection that was on its way here asks about all of them.
  shop.health.accepting = cluster.isWorker;
  shop.parts.database.leaving();
  // Whatever hangs, a database that went away among it: what is told to stop is gone within ten seconds (attacks T105).
  setTimeout(() => process.exit(0), END_MS).unref();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Those that were at work a moment ago and are kept open by their clients would hold the process up until its deadline.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
  await shop.close();
  process.exit(0);
}
