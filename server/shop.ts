import { join } from 'node:path';
import { ConfigError, type Config, readConfig } from './config.ts';
import { backup, BackupError, restore } from './db/backup.ts';
import type { Database } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { seed } from './db/seed.ts';
import { openConfigured } from './db/open-configured.ts';
import { transaction } from './db/transaction.ts';
import { doctor } from './doctor.ts';
import { AppError } from './http/app-error.ts';
import { createLog } from './log.ts';
import { createProvider } from './payments/provider.ts';
import { describeReconciliation, reconcile } from './payments/reconcile.ts';
import { makeAdmin, setDisabled } from './users/users.ts';
import { recordFromCommandLine } from './users/audit.ts';

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
  say(changed ? `${email} is ${state} now.` : `${email} was ${state} already.`);
}

const commands: Record<string, Command> = {
  'make-admin': {
    usage: 'make-admin EMAIL',
    what: 'Make a registered user an admin; the way to the first one',
    async run({ database, args: [email] }) {
      if (!email) throw new UsageError();
      const { changed } = await transaction(database, async (tx) => {
        const made = await makeAdmin(tx, email.toLowerCase());
        if (made.changed)
          await recordFromCommandLine(tx, 'user.made-admin', made.userId, { email: email.toLowerCase() });
        return made;
      });
      say(changed ? `${email} is an admin now.` : `${email} was an admin already.`);
    },
  },
  'disable-user': {
    usage: 'disable-user EMAIL',
    what: 'Sign somebody out everywhere and let him in no more',
    run: (context) => setAccount(context, true),
  },
  'enable-user': {
    usage: 'enable-user EMAIL',
    what: 'Let somebody in again',
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
    what: 'Fill an empty database with the demo; SEED_TOOLS=N adds generated tools',
    async run({ database, config }) {
      await migrate(database);
      await seed(database, config);
      say('The database has its seed.');
    },
  },
  reconcile: {
    usage: 'reconcile',
    what: 'Prove that orders, payments and the card provider agree; name each difference',
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
  backup: {
    usage: 'backup FILE',
    what: 'Write everything, pictures included, to a new file',
    async run({ database, config, args: [file] }) {
      if (!file) throw new UsageError();
      report('Backed up', await backup(database, join(config.dataDir, 'uploads'), file));
    },
  },
  restore: {
    usage: 'restore FILE',
    what: 'Fill an empty database from a backup, of either engine',
    async run({ database, config, args: [file] }) {
      if (!file) throw new UsageError();
      await migrate(database);
      report('Restored', await restore(database, join(config.dataDir, 'uploads'), file));
    },
  },
};

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
    `  ${'doctor'.padEnd(18)} Check Node, configuration, database, payments and mail`,
    '',
  ].join('\n');
}

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
