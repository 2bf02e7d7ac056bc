import { createServer } from 'node:net';
import { ConfigError, type Config, readConfig } from '#server/config.ts';
import { refuseOpenDemo } from '#server/shop/seed/demo-accounts.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openConfigured } from '#server/engine/db/open-configured.ts';
import { lookAtBackups, lookAtClock, lookAtDisk, lookAtMigrations } from './machine.ts';
import { lookAtInvoiceFacts, lookAtMail, lookAtPayments, lookAtProxy, lookAtWebhook } from './others.ts';

/** Says a line for each thing that a start needs, and what to do about what is wrong. @returns 0 where all is well, else 1 */
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
    const settings = config;
    await check('Port', () => portIsFree(settings.port, settings.host));
    let database: Database | undefined;
    await check('Database', async () => {
      database = await openConfigured(settings);
      return lookAtDatabase(database, settings);
    });
    if (database) {
      const open = database;
      await check('Migrations', () => lookAtMigrations(open));
      await check('Clock', () => lookAtClock(open));
      await check('Invoices', () => lookAtInvoiceFacts(open));
      await check('Backups', () => lookAtBackups(settings));
    }
    await check('Disk', () => lookAtDisk(settings));
    await check('Mail', () => lookAtMail(settings));
    await check('Payments', () => lookAtPayments(settings));
    await check('Webhook', () => lookAtWebhook(settings));
    await check('Proxy', () => lookAtProxy(settings, database));
    await database?.close();
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

async function lookAtDatabase(database: Database, config: Config): Promise<string> {
  const [row] = await database.raw<{ version: string }>("select current_setting('server_version') as version");
  const [tables] = await database.raw<{ there: boolean }>(
    "select to_regclass('schema_migrations') is not null as there",
  );
  if (tables?.there) await refuseOpenDemo(database, config);
  const state = tables?.there ? 'has its tables' : 'is empty; npm start fills it';
  return `PostgreSQL ${row?.version} ${config.databaseUrl ? 'on a server' : `in ${config.dataDir}`}, ${state}`;
}
