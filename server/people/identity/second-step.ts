import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import type { Limits } from '#server/engine/http/limits.ts';
import { requestFacts } from './request-facts.ts';

/** How long the second step may take, in seconds. */
const CHALLENGE_SECONDS = 600;
const CHALLENGE_COOKIE = 'two_factor';
/** A code is valid in its own half minute and in those next to it. */
const CODE_LIFE_SECONDS = 120;

/** The sign-in that better-auth itself holds back, with its trusted devices; and the second step, which lets in. */
const HELD_BACK_ALREADY = new Set(['/sign-in/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/**
 * Asks for the second step on every way in: better-auth asks for it after a password only, so that an e-mail link, a
 * code by phone or Google would let in whoever has the mailbox, the phone or the Google account (attacks T65).
 * Stands after better-auth's twoFactor among the plugins.
 */
export function secondStepEverywhere(limits: Limits): BetterAuthPlugin {
  return {
    id: 'second-step-everywhere',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const challenge = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
            const key = await ctx.getSignedCookie(challenge.name, ctx.context.secret);
            const pending = key ? await ctx.context.internalAdapter.findVerificationValue(key) : null;
            const userId = requestFacts.getStore()?.session?.userId ?? pending?.value;
            if (userId === undefined) return;
            // The first to bring a code uses it up, whatever better-auth then says of it (attacks T66).
            const whom = `${userId} ${String(ctx.body?.code)}`;
            const again = await limits.take({ what: 'code used', whom, max: 1, seconds: CODE_LIFE_SECONDS });
            if (again !== null) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => !HELD_BACK_ALREADY.has(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const entered = ctx.context.newSession;
            if (!entered) return;
            // Who came with a session of the same user has passed both steps before.
            if (requestFacts.getStore()?.session?.userId === entered.user.id) return;
            const user: Record<string, unknown> | null = await ctx.context.internalAdapter.findUserById(
              entered.user.id,
            );
            if (user?.['twoFactorEnabled'] !== true) return;

            deleteSessionCookie(ctx, true);
            await ctx.context.internalAdapter.deleteSession(entered.session.token);
            ctx.context.setNewSession(null);
            const identifier = `2fa-${generateRandomString(20)}`;
            const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1_000);
            const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE, { maxAge: CHALLENGE_SECONDS });
            await ctx.context.internalAdapter.createVerificationValue({
              value: entered.user.id,
              identifier,
              expiresAt,
            });
            await ctx.context.internalAdapter.createVerificationValue({
              value: '0',
              identifier: `2fa-attempts-${identifier}`,
              expiresAt,
            });
            await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes);

            const next = redirectOf(ctx.context.returned);
            if (next === null) return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
            const page = new URL('/two-factor', ctx.context.baseURL);
            page.searchParams.set('twoFactorRedirect', 'true');
            page.searchParams.set('returnTo', pathOf(next, ctx.context.baseURL));
            throw ctx.redirect(page.href);
          }),
        },
      ],
    },
  };
}

/** Where an answer that was about to be given leads; null where it is no redirect. */
function redirectOf(returned: unknown): string | null {
  if (!isAPIError(returned) || returned.status !== 'FOUND') return null;
  return new Headers(returned.headers).get('location');
}

function pathOf(address: string, base: string): string {
  const { pathname, search, hash } = new URL(address, base);
  return pathname + search + hash;
}
