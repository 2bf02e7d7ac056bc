// npm run dev: the shop in one process; pages follow every saved change, the server starts anew after one of its own.
import './node-version.mjs';
import './fonts.mjs';
import { createServer } from 'node:http';
import { createServer as createVite } from 'vite';
import './end-with-npm.mjs';

/** What is saved here starts the server anew; the pages' own files are Vite's business. */
const SERVER_FILES = /\/(server|contract|sandbox|content|migrations)\/.*(?<!\.test)\.(ts|sql)$/;

const http = createServer();
const vite = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: http } },
});
const load = (path) => vite.ssrLoadModule(path);

(await load('/server/private-folder.ts')).makeFilesPrivate();
const { ConfigError, readConfig } = await load('/server/config.ts');
/** The shop as it runs, and the server that answers for it as the built one does; both are made anew with each change. */
let shop;
let answering;
try {
  const config = readConfig(process.env);
  const [{ listen, tryPort }, { welcome }] = await Promise.all(['/server/listen.ts', '/server/welcome.ts'].map(load));
  await tryPort(config);
  await open(config);
  http.on('request', (request, response) => {
    vite.middlewares(request, response, () => answering.emit('request', request, response));
  });
  const port = await listen(http, config.port, config.host);
  process.stdout.write(welcome(config, port));
  console.log('  It follows your changes.\n');
  followChanges(config);
  for (const signal of ['SIGTERM', 'SIGINT']) {
    // Vite's own handler ends the process at once, in the middle of closing the database.
    process.removeAllListeners(signal);
    process.once(signal, () => void stop());
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function open(config) {
  const [{ createLog }, { startShop }, { createShopServer }, { loadStandIns }] = await Promise.all(
    ['/server/log.ts', '/server/shop/start.ts', '/server/engine/http/serve.ts', '/sandbox/stand-ins.ts'].map(load),
  );
  const log = createLog(config.logLevel);
  shop = await startShop({ config, log, web: pages, standIns: loadStandIns });
  answering = createShopServer(shop, config, log);
}

/** Pages rendered from the sources as they are now; nothing is kept. */
async function pages({ config }, api) {
  const { pageFacts } = await load('/web/entry.web.ts');
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
  return { fetch, peek: () => undefined, listed: pageFacts.listed };
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
    await shop.close();
    await open(config);
    console.log('  The server started anew.');
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    console.error('  The server waits for the next change.');
  }
}

async function stop() {
  http.close();
  http.closeAllConnections();
  await shop.close();
  await vite.close();
  process.exit(0);
}
