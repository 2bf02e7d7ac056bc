import { createServer } from 'node:net';
import { ConfigError, type Config, readConfig } from './config.ts';
import { openConfigured } from './db/open-configured.ts';

/** Looks at everything that a start needs. @returns 0 where all is well, else 1 */
export async function doctor(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<number> {
  let ill = 0;
  const check = async (what: string, look: () => string | Promise<string>) => {
    try {
      say(`ok    ${what}: ${await look()}`);
    } catch (error) {
      ill++;
      say(`WRONG ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  await check('Node', () => process.versions.node);
  let config: Config | undefined;
  await check('Configuration', () => {
    config = readConfig(environment);
    return config.production ? 'production' : 'demo';
  });
  if (config) {
    const { port, host, stripe, smtpUrl } = config;
    await check('Port', () => portIsFree(port, host));
    await check('Database', () => lookAtDatabase(config!));
    say(
      `ok    Payments: ${stripe.kind === 'stripe' ? `Stripe (${stripe.secretKey.startsWith('sk_live') ? 'live' : 'test'} key)` : 'sandbox, no real cards'}`,
    );
    say(`ok    Mail: ${smtpUrl ? 'SMTP' : 'demo mailbox at /demo/mailbox'}`);
  }
  say(ill === 0 ? 'All is well.' : `${ill} ${ill === 1 ? 'thing needs' : 'things need'} attention.`);
  return ill === 0 ? 0 : 1;
}

function portIsFree(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new ConfigError([`${port} is taken, perhaps by the shop itself.`])));
    probe.listen(port, host, () => probe.close(() => resolve(`${port} is free`)));
  });
}

async function lookAtDatabase(config: Config): Promise<string> {
  const database = await openConfigured(config);
  try {
    const [row] = await database.raw<{ version: string }>("select current_setting('server_version') as version");
    const [tables] = await database.raw<{ there: boolean }>(
      "select to_regclass('schema_migrations') is not null as there",
    );
    const state = tables?.there ? 'has its tables' : 'is empty; npm start fills it';
    return `PostgreSQL ${row?.version} ${config.databaseUrl ? 'on a server' : `in ${config.dataDir}`}, ${state}`;
  } finally {
    await database.close();
  }
}
