// npm run dev: the shop in one process; pages follow every saved change, the server starts anew after one of its own.
import './fonts.mjs';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';

/** What is saved here starts the server anew; the pages' own files are Vite's business. */
const SERVER_FILES = /\/(server|contract|sandbox|content|migrations)\/.*(?<!\.test)\.(ts|sql)$/;

const http = createServer();
const vite = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
});
const load = (path) => vite.ssrLoadModule(path);

const { ConfigError, readConfig } = await load('/server/config.ts');
let shop;
try {
  const config = readConfig(process.env);
  shop = await open(config);
  http.on('request', (request, response) => {
    vite.middlewares(request, response, () =>
      getRequestListener((webRequest) =>
        shop.app.fetch(webRequest, { clientAddress: request.socket.remoteAddress ?? '127.0.0.1' }),
      )(request, response),
    );
  });
  http.once('error', (error) => fail(`The shop cannot listen on ${config.host}:${config.port} (${error.message}).`));
  http.listen(config.port, config.host, () => {
    console.log(`\n  Tradebench follows your changes: ${config.baseUrl}`);
    console.log('  Sign in as ada@tradebench.test (admin) or alice@tradebench.test, password tradebench\n');
  });
  followChanges(config);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  fail(error.message);
}

async function open(config) {
  const [{ createLog }, { startShop }, { loadStandIns }] = await Promise.all(
    ['/server/log.ts', '/server/start.ts', '/sandbox/stand-ins.ts'].map(load),
  );
  return startShop({ config, log: createLog(config.logLevel), web: pages, standIns: loadStandIns });
}

/** Pages rendered from the sources as they are now; nothing is kept. */
async function pages({ config }, api) {
  const fetch = async (request) => {
    const { createRenderer } = await load('/web/entry.web.ts');
    const response = await createRenderer('development')(request, { api, baseUrl: config.baseUrl });
    // Hot reload puts small scripts into the page, and Stripe's may run on any page here.
    const stripe = config.stripe.kind === 'stripe' ? ' https://*.stripe.com https://js.stripe.com' : '';
    response.headers.set(
      'content-security-policy',
      `default-src 'self'${stripe}; script-src 'self' 'unsafe-inline'${stripe}; style-src 'self' 'unsafe-inline'; img-src 'self' https: data: blob:; connect-src 'self' ws:${stripe}; object-src 'none'`,
    );
    return response;
  };
  return { fetch, peek: () => undefined };
}

function followChanges(config) {
  let waiting;
  vite.watcher.on('all', (_event, file) => {
    if (!SERVER_FILES.test(file.replaceAll('\\', '/'))) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void restart(config), 100);
  });
}

async function restart(config) {
  try {
    const old = shop;
    await old.close();
    shop = await open(config);
    console.log('  The server started anew.');
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    console.error('  The server waits for the next change.');
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
