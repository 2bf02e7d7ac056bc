import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { eq, sql } from 'drizzle-orm';
import { isPictureAddress } from '#contract/catalogue/picture-address.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { isFromKnownHost } from '#server/engine/pictures/picture-hosts.ts';
import type { Log } from '#server/log.ts';
import { sessions, users } from '#server/people/directory/people.sql.ts';
import { unlinkUnlessLast } from './accounts.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from './cookie-session.ts';
import type { Addressee } from './identity-letters.ts';
import { requestFacts } from './request-facts.ts';
import { voidPending } from './security-stamp.ts';
import { refuseStaleLink } from './stale-link.ts';
import { dropUnprovenAccess } from './unproven-access.ts';

const DAY_MS = 86_400_000;

/** Calls that write the user to say that two-step sign-in is on or off. */
const TWO_STEP_SWITCHES = new Set(['/two-factor/verify-totp', '/two-factor/disable']);

interface Parts {
  config: Config;
  database: Database;
  log: Log;
  passwordChanged: (user: Addressee) => Promise<void>;
}

/** What the shop does about better-auth's own writes: before them, to bound or refuse them; after them, to close what they leave open. */
export function databaseHooks({ config, database, log, passwordChanged }: Parts) {
  return {
    account: {
      create: {
        async after(account, ctx) {
          await refuseStaleLink(database, account, ctx, `${config.baseUrl}/dashboard/myProfile`);
        },
      },
      delete: {
        // The action itself, as above: two ways in that are unlinked at once must take turns.
        async before({ id, userId }, ctx) {
          if (ctx?.path !== '/unlink-account' || (await unlinkUnlessLast(database, userId, id))) return;
          throw new APIError('BAD_REQUEST', { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' });
        },
      },
      update: {
        async after(_account, ctx) {
          const user = ctx?.path === '/change-password' ? ctx.context.session?.user : undefined;
          if (user) await passwordChanged(user);
        },
      },
    },
    user: {
      update: {
        async after(user, ctx) {
          // better-auth writes the user here only to say that an e-mail link has just proved their address.
          if (ctx?.path === '/magic-link/verify') await dropUnprovenAccess(database, user.id);
          // Two-step sign-in was switched on or off: devices that were trusted before are strangers again.
          if (TWO_STEP_SWITCHES.has(ctx?.path ?? '')) await voidPending(database.db, user.id);
        },
      },
      create: {
        async before(user) {
          const name = user.name.trim().slice(0, 200) || (user.email.split('@')[0] ?? '');
          return {
            data: { ...user, name: name.replaceAll('\0', '').toWellFormed(), image: safePicture(user.image, config) },
          };
        },
      },
    },
    session: {
      create: {
        async before(session) {
          const idle = new Date(Date.now() + IDLE_DAYS * DAY_MS);
          return { data: { ...session, expiresAt: session.expiresAt < idle ? session.expiresAt : idle } };
        },
        async after({ id, userId }, ctx) {
          log.info({ user: userId, call: ctx?.path }, 'signed in');
          await database.db
            .update(users)
            .set({ lastSignInAt: sql`now()` })
            .where(eq(users.id, userId));
          // How old a session is the database's clock says, whichever process made it.
          await database.db
            .update(sessions)
            .set({ createdAt: sql`now()`, expiresAt: sql`now() + (${sessions.expiresAt} - ${sessions.createdAt})` })
            .where(eq(sessions.id, id));
        },
      },
      update: {
        async before(session) {
          if (!session.expiresAt) return;
          const known = requestFacts.getStore()?.session;
          // A session that the guards did not find is none: it must not be kept alive past its end (attacks T62).
          if (!known) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' });
          const limit = Math.min(Date.now() + IDLE_DAYS * DAY_MS, known.createdAt.getTime() + ABSOLUTE_DAYS * DAY_MS);
          return { data: { ...session, expiresAt: new Date(limit) } };
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'];
}

/** A picture that the shop's pages may show; other addresses, such as a hostile claim of a provider, are dropped (attacks T77). */
function safePicture(image: string | null | undefined, config: Pick<Config, 'imageHosts'>): string | null {
  return image && isPictureAddress(image) && isFromKnownHost(image, config) ? image : null;
}
