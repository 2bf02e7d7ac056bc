import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Config, readConfig } from './config.ts';
import { listBackups, makeBackup, withBackupOf } from './engine/backups/backups.ts';
import { madeAt } from './engine/backups/backup-store.ts';
import { backup, BackupError, restore } from './engine/db/backup.ts';
import type { Database } from './engine/db/client.ts';
import { endDemo } from '#server/shop/seed/demo-accounts.ts';
import { migrate } from './engine/db/migrate.ts';
import { describeSeed, seed } from '#server/shop/seed/seed.ts';
import { openConfigured } from './engine/db/open-configured.ts';
import { transaction } from './engine/db/transaction.ts';
import { doctor } from './shop/doctor/doctor.ts';
import { AppError } from './engine/http/app-error.ts';
import { makeFilesPrivate } from './private-folder.ts';
import { createLog } from './log.ts';
import { renewSecrets } from './people/identity/secrets.ts';
import { createProvider } from './money/payments/provider.ts';
import { describeReconciliation, reconcile } from './money/payments/reconcile.ts';
import { ADMIN } from '#contract/policy.ts';
import { changeRole, setDisabled } from './office/users/users.ts';
import { recordFromCommandLine } from '#server/people/audit/audit.ts';
import { tellLastNumber, unknownSeries } from '#server/buying/invoices/known-numbers.ts';
import type { NumberSeries } from '#server/buying/order-tables/invoices.sql.ts';

/** A command of `npm run shop -- NAME`; it prints what it did. */
interface Command {
  usage: string;
  what: string;
  run(context: Context): Promise<number | void>;
}

interface Context {
  database: Database;
  config: Config;
  args: string[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Thrown where a command is called with the wrong words. */
class UsageError extends Error {}

async function setAccount({ database, args: [given] }: Context, disabled: boolean): Promise<void> {
  if (!given) throw new UsageError();
  const email = given.toLowerCase();
  const { changed } = await transaction(database, async (tx) => {
    const done = await setDisabled(tx, email, disabled);
    if (done.changed) {
      await recordFromCommandLine(tx, disabled ? 'user.disabled' : 'user.enabled', done.userId, { email });
    }
    return done;
  });
  const state = disabled ? 'disabled' : 'enabled';
  say(changed ? `${email} is now ${state}.` : `${email} was already ${state}.`);
}

const commands: Record<string, Command> = {
  'make-admin': {
    usage: 'make-admin EMAIL',
    what: 'Make a registered user an admin, such as the first one',
    async run({ database, args: [email] }) {
      if (!email) throw new UsageError();
      const { changed } = await transaction(database, async (tx) => {
        const made = await changeRole(tx, email.toLowerCase(), ADMIN);
        if (made.changed)
          await recordFromCommandLine(tx, 'user.made-admin', made.userId, { email: email.toLowerCase() });
        return made;
      });
      say(changed ? `${email} is now an admin.` : `${email} was already an admin.`);
    },
  },
  'disable-user': {
    usage: 'disable-user EMAIL',
    what: 'Sign a user out everywhere and do not let them sign in again',
    run: (context) => setAccount(context, true),
  },
  'enable-user': {
    usage: 'enable-user EMAIL',
    what: 'Let a disabled user sign in again',
    run: (context) => setAccount(context, false),
  },
  migrate: {
    usage: 'migrate',
    what: 'Bring the database up to date; npm start does it too',
    async run({ database }) {
      const { ran } = await migrate(database);
      say(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database is up to date.');
    },
  },
  seed: {
    usage: 'seed',
    what: 'Fill an empty database with the demo; SEED_TOOLS=N and SEED_ORDERS=N add generated tools and orders',
    async run({ database, config }) {
      await migrate(database);
      say(describeSeed(await seed(database, config), config));
    },
  },
  'end-demo': {
    usage: 'end-demo',
    what: "Remove the demo's people, so that the database can be served in production",
    async run({ database }) {
      const { removed, locked } = await endDemo(database);
      for (const email of removed) say(`${email} was removed.`);
      for (const email of locked) say(`${email} no longer has a password; set a new one with "Forgot your password?".`);
      if (removed.length + locked.length === 0) say("Nobody can sign in with the demo's password.");
    },
  },
  reconcile: {
    usage: 'reconcile',
    what: 'Check that orders, payments and the card provider agree; list each difference',
    async run({ database, config }) {
      await migrate(database);
      const log = createLog(config.logLevel);
      // Production never loads the sandbox; its keys are real.
      const demo =
        config.stripe.kind === 'sandbox'
          ? await (await import('#sandbox/stand-ins.ts')).loadStandIns({ config, database, log })
          : undefined;
      const provider = createProvider(config.stripe, log, demo?.providerFetch);
      const result = await reconcile(database, provider);
      for (const line of describeReconciliation(result)) say(line);
      return result.differences.length === 0 ? 0 : 1;
    },
  },
  'renew-secrets': {
    usage: 'renew-secrets',
    what: 'Re-encrypt with the first AUTH_SECRET what was encrypted with another',
    async run({ database, config }) {
      const renewed = await renewSecrets(database, config);
      say(`${renewed} texts were re-encrypted. Only the first AUTH_SECRET is needed to read them.`);
    },
  },
  backup: {
    usage: 'backup [FILE]',
    what: 'Back up everything, pictures included, to a new file; without FILE, to BACKUP_TO',
    async run({ database, config, args: [file] }) {
      if (!file) say(`Backed up as ${await makeBackup(database, config)}.`);
      else report('Backed up', await backup(database, join(config.dataDir, 'uploads'), file));
    },
  },
  backups: {
    usage: 'backups',
    what: 'List the backups at BACKUP_TO',
    async run({ config }) {
      for (const name of await listBackups(config)) say(`${madeAt(name)!.toISOString()}  ${name}`);
    },
  },
  restore: {
    usage: 'restore FILE [--last-invoice NUMBER] [--last-credit-note NUMBER] [--last-delivery-note NUMBER]',
    what: 'Fill an empty database from a backup, of either engine; in place of FILE: newest, or a moment',
    async run({ database, config, args: [file, ...flags] }) {
      if (!file) throw new UsageError();
      const last = lastNumbers(flags);
      await migrate(database);
      const uploads = join(config.dataDir, 'uploads');
      const moment = file === 'newest' ? new Date() : momentOf(file);
      if (!moment) {
        report('Restored', await restore(database, uploads, file));
        return sayNumbers(database, last);
      }
      await withBackupOf(config, moment, async (found, name) => {
        report('Restored', await restore(database, uploads, found));
        say(`Restored ${name}. Now compare it with the card provider: npm run shop -- reconcile`);
        await sayNumbers(database, last);
      });
    },
  },
  'invoice-numbers': {
    usage: 'invoice-numbers [--last-invoice NUMBER] [--last-credit-note NUMBER] [--last-delivery-note NUMBER]',
    what: 'After a restore: enter the last invoice, credit note and delivery note that went out, or none for none after the backup',
    async run({ database, args }) {
      await migrate(database);
      await sayNumbers(database, lastNumbers(args));
    },
  },
};

const SERIES = ['invoice', 'credit-note', 'delivery-note'] as const;

/** @throws UsageError where a flag is none of these */
function lastNumbers(flags: string[]): { series: NumberSeries; last: string }[] {
  const { values } = parseArgs({
    args: flags,
    options: Object.fromEntries(SERIES.map((series) => [`last-${series}`, { type: 'string' as const }])),
    strict: false,
  });
  const known = new Set(SERIES.map((series) => `last-${series}`));
  if (Object.entries(values).some(([name, value]) => !known.has(name) || typeof value !== 'string'))
    throw new UsageError();
  return SERIES.flatMap((series) => {
    const last = values[`last-${series}`];
    return typeof last === 'string' ? [{ series, last }] : [];
  });
}

/** Takes down what is known of the last numbers, and says what is not. */
async function sayNumbers(database: Database, known: { series: NumberSeries; last: string }[]): Promise<void> {
  const unknown = await transaction(database, async (tx) => {
    for (const { series, last } of known) await tellLastNumber(tx, series, last);
    return unknownSeries(tx);
  });
  for (const { series, last } of known) say(`The last ${series.replace('-', ' ')}: ${last}.`);
  for (const series of unknown)
    say(
      `The last ${series.replace('-', ' ')} that went out is not known, and none is issued until you enter it: npm run shop -- invoice-numbers --last-${series} NUMBER (or none, if none went out after the backup).`,
    );
}

/** A moment as ISO 8601 writes it, with its zone; null for anything else, such as the name of a file. */
function momentOf(text: string): Date | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
}

function report(done: string, counts: Record<string, number>): void {
  for (const [table, rows] of Object.entries(counts))
    say(`${String(rows).padStart(9)}  ${table.replace('public.', '')}`);
  say(`${done} ${Object.values(counts).reduce((sum, rows) => sum + rows, 0)} rows.`);
}

function help(): string {
  const lines = Object.values(commands).map(({ usage, what }) => `  ${usage.padEnd(18)} ${what}`);
  return [
    'Usage: npm run shop -- COMMAND',
    '',
    ...lines,
    `  ${'doctor'.padEnd(18)} Check everything that a start needs, and say what to do`,
    '',
  ].join('\n');
}

makeFilesPrivate();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof ConfigError || error instanceof BackupError || error instanceof AppError;
  if (!known) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @returns the exit code */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === 'doctor') return doctor(process.env, say);
  const command = name === undefined ? undefined : commands[name];
  if (!command) {
    process.stderr.write(help());
    return name === undefined || name === 'help' ? 0 : 1;
  }
  const config = readConfig(process.env);
  const database = await openConfigured(config);
  try {
    return (await command.run({ database, config, args })) ?? 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`Usage: npm run shop -- ${command.usage}\n`);
    return 1;
  } finally {
    await database.close();
  }
}
