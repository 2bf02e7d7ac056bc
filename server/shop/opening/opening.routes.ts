import { sentence } from '#contract/sentences.ts';
import type { Backup } from '#contract/office/opening.ts';
import { describeBackups, makeAndRead } from '#server/engine/backups/backups.ts';
import { BackupError } from '#server/engine/db/backup.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { demoOf, endDemo, isThere, lastAdmin, noDemo } from '#server/shop/seed/demo-accounts.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Identity } from '#server/people/identity/identity.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { readinessOf } from './readiness.ts';

const HOUR_MS = 3_600_000;

export function openingHandlers(parts: Parts & { identity: Identity; settings: SettingsStore }) {
  const { config, database, identity, changes } = parts;
  return {
    readiness: () => readinessOf(parts),

    demo: () => demoOf(database),

    async endDemo({ caller, body: { password, tools = false } }) {
      await requirePassword(identity, caller.userId, password);
      const demo = await demoOf(database);
      if (!isThere(demo, tools)) throw noDemo();
      if (!demo.hasOwnAdmin) throw lastAdmin();
      await endDemo(database, { tools, by: caller });
      changes.touchEverything();
      return demo;
    },

    async listBackups() {
      const { place, keep, everyMs, backups } = await describeBackups(database, config).catch(asRefusal);
      const everyHours = everyMs === null ? null : everyMs / HOUR_MS;
      return { place, keep, everyHours, backups: backups.map(presentBackup) };
    },

    makeBackup: async () => presentBackup(await makeAndRead(database, config).catch(asRefusal)),
  } satisfies Partial<Handlers>;
}

/** @throws AppError VALIDATION_ERROR at the password where it is not that of whoever asks */
async function requirePassword(identity: Identity, userId: string, password: string): Promise<void> {
  const isTheirs = await identity.isPasswordOf(userId, password);
  if (isTheirs === null)
    throw invalid('password', sentence('You sign in without a password. Set one first, with "Forgot your password?".'));
  if (!isTheirs) throw invalid('password', sentence('That is not your password.'));
}

function presentBackup({ madeAt, ...backup }: Awaited<ReturnType<typeof makeAndRead>>): Backup {
  return { ...backup, madeAt: madeAt.toISOString() };
}

/** What a backup could not be made of is said to whoever asked. */
function asRefusal(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError) throw new AppError('BACKUP_FAILED', { text: error.message }, { retryAfter: 60 });
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    throw new AppError('BACKUP_FAILED', SAID[code], { retryAfter: 60, cause: error });
  throw error;
}

const SAID = {
  EACCES: sentence('The shop may not write to the folder of the backups.'),
  EROFS: sentence('The shop may not write to the folder of the backups.'),
  ENOSPC: sentence('There is no room left for a backup.'),
};
