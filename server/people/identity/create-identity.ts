import { sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import { databaseFault, isUnavailable, violates } from '#server/engine/db/faults.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { networkOf } from '#server/client-address.ts';
import { bearerOf } from '#server/engine/http/bearer.ts';
import { errorResponse, logRefusal } from '#server/engine/http/errors.ts';
import { readBytes, readJson } from '#server/engine/http/read-body.ts';
import { newRequestId } from '#server/engine/http/router.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { noteCall } from '#server/trace.ts';
import { isFromKnownHost, knownHosts } from '#server/engine/pictures/picture-hosts.ts';
import { createAccessTokens } from './access-token.ts';
import { type Auth, CLIENT_HEADER, createAuth } from './auth.ts';
import { type AddressChanges, changesAddressUnbound, createAddressChanges } from './change-address.ts';
import { accountLimits, type Asker, callAt, checkBody, type IdentityCall } from './calls.ts';
import { endedSession, findCaller } from './find-caller.ts';
import { type CookieSession, extendSession, findCookieSession, sessionToken } from './cookie-session.ts';
import { completeAnswer } from './complete-answer.ts';
import { DoubledCookie, type OwnCookies, readCookies, writeCookies } from './cookies.ts';
import { isFollowedLink, problemPage } from './followed-link.ts';
import { type OpenIdIssuer, realGoogle } from './google.ts';
import { knownDevice, markDevice } from './known-device.ts';
import type { Identity } from './identity.ts';
import { createLimits, type Limits } from '#server/engine/http/limits.ts';
import { isOwnAddress, originProblem, ownOrigins } from './origin.ts';
import { refusalFrom } from './answers.ts';
import { IdentityRefusal } from './refusal.ts';
import { isPasswordOf, type PasswordHash } from './passwords.ts';
import { type RequestFacts, requestFacts } from './request-facts.ts';
import { betterAuthSecrets, signedAnew } from './secrets.ts';
import { voidPending } from './security-stamp.ts';
import { hasPassword } from './accounts.ts';
import type { LetterShop } from './letters.ts';
import { company } from '#content/company.ts';

/** How long after signing in the account itself may be changed without a password (spec §8, requires recent login). */
const RECENT_SECONDS = 15 * 60;

/** Who signs out other devices wants nothing to go on that was begun there. */
const SIGNS_OUT_ELSEWHERE = new Set(['/revoke-sessions', '/revoke-other-sessions']);

/** Where the query or the body says to go on to. */
const ADDRESS_FIELDS = ['callbackURL', 'newUserCallbackURL', 'errorCallbackURL', 'redirectTo'];

const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'];

interface IdentityParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  now?: () => Date;
  /** What is done in the transaction in which somebody removes their account, before it goes, by those who know what hangs on it. */
  beforeLeaving: (tx: Tx, userId: string) => Promise<void>;
  /** Stands in for Google where no account with Google is configured. */
  demoGoogle?: OpenIdIssuer;
  /** Whose letters they are; not given: the one of `content/`. */
  shop?: () => Promise<LetterShop>;
  /** How passwords are hashed in tests about something else; not given: at full strength. */
  passwords?: PasswordHash;
}

/** Identity on better-auth, behind the shop's own guards. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { config, database, log, now } = parts;
  const tokens = await createAccessTokens(database, config, config.baseUrl, now);
  const limits = createLimits(database);
  const named = { ...parts, shop: parts.shop ?? (async () => ({ company, languages: ['en'] as const })) };
  const issuer = config.google ? realGoogle(config.google) : parts.demoGoogle;
  const auth = createAuth({ ...named, limits, issuer, secrets: await betterAuthSecrets(config, database) });
  const addresses = createAddressChanges({ ...named, limits });
  const guard = new Guard({ config, database, limits, auth, addresses });

  return {
    async handle(request, clientAddress) {
      const requestId = newRequestId();
      noteCall('identity', requestId);
      let answer: Response;
      let code: string | undefined;
      try {
        const response = await guard.answer(request, clientAddress);
        const refusal = await refusalFrom(response);
        code = refusal?.code;
        answer = refusal?.response(requestId, request) ?? response;
        if (answer !== response) {
          for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
        }
      } catch (error) {
        answer =
          error instanceof IdentityRefusal
            ? error.response(requestId, request)
            : errorResponse(error, request, requestId, log, knownCall(request));
        if (error instanceof IdentityRefusal || error instanceof AppError) code = error.code;
      }
      if (code !== undefined) {
        logRefusal(log, code, answer.status, { requestId, call: knownCall(request), from: clientAddress });
      }
      answer.headers.set('x-request-id', requestId);
      return answer.status >= 400 && isFollowedLink(request) ? problemPage(request, answer, guard.own) : answer;
    },

    async authenticate(authorization) {
      const token = tokenIn(authorization);
      const { userId, sessionId } = await tokens.check(token);
      const caller = await findCaller(database, userId, sessionId);
      if (!caller) throw await endedSession(database, userId);
      return caller;
    },

    isPasswordOf: isPasswordOf(parts),
    async exchange(request, email) {
      const token = sessionToken(cookiesOf(request, config).get('session_token'), config.authSecret);
      if (token === null) throw new AppError('UNAUTHENTICATED', sentence('Please sign in first.'));
      const problem = originProblem(request.headers, guard.own);
      if (problem === 'MISSING_OR_NULL_ORIGIN')
        throw new AppError('MISSING_OR_NULL_ORIGIN', sentence('This call does not say which site it came from.'));
      if (problem !== null) throw new AppError('INVALID_ORIGIN', sentence('This call came from another site.'));
      const session = await findCookieSession(database, token);
      if (!session) throw new AppError('UNAUTHENTICATED', sentence('This session has ended. Please sign in again.'));
      if (session.email !== email.toLowerCase())
        throw new AppError('USER_MISMATCH', sentence('That is not the e-mail address that you are signed in with.'));
      await extendSession(database, session.sessionId);
      const caller = await findCaller(database, session.userId, session.sessionId);
      if (!caller) throw new AppError('UNAUTHENTICATED', sentence('This session has ended. Please sign in again.'));
      const issued = await tokens.issue(caller);
      return { token: issued.token, expiresAt: issued.expiresAt.toISOString(), caller };
    },
  };
}

/** Only what is on the list: elsewhere the path itself may be what somebody must not read. */
function knownCall(request: Request): string {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '');
  return callAt(path) ? path : 'unknown';
}

interface GuardParts {
  config: Config;
  database: Database;
  limits: Limits;
  auth: Auth;
  addresses: AddressChanges;
}

/** What every call below /api/auth passes before better-auth sees it, and what better-auth's failures become. */
class Guard {
  readonly own: Set<string>;
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.own = ownOrigins(parts.config);
    this.#parts = parts;
  }

  /** @throws IdentityRefusal, AppError */
  async answer(request: Request, clientAddress: string): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\/auth/, '');
    const call = callAt(path);
    if (!call) throw new IdentityRefusal('NOT_FOUND');
    if (call.method !== request.method) throw new IdentityRefusal('METHOD_NOT_ALLOWED', { allow: call.method });
    if (call.method === 'POST') {
      const problem = originProblem(request.headers, this.own);
      if (problem) throw new IdentityRefusal(problem);
    }
    const body = call.fields ? checkBody(call.fields, await bodyOf(request)) : undefined;
    this.#checkAddresses(url, body ?? {});
    this.#checkPicture(body ?? {});
    const cookies = cookiesOf(request, this.#parts.config);
    const session = await this.#session(cookies);
    const asker = askerOf(body, { clientAddress, cookies, session, config: this.#parts.config });
    await this.#takeLimits(call, asker);
    if (call.recent?.(body ?? {})) await this.#requireRecent(session, body ?? {});
    const changed = await this.#changeAddress(path, url, body ?? {}, session);
    if (changed) return changed;
    const response = await this.#pass(request, clientAddress, body, cookies, session);
    if (!response.ok) return response;
    await this.#forgetTries(path, asker);
    if (session && SIGNS_OUT_ELSEWHERE.has(path)) await voidPending(this.#parts.database.db, session.userId);
    const answer = await completeAnswer(this.#parts.database, call, response);
    return markDevice(answer, cookies, session?.email ?? emailSignedInBy(path, asker), this.#parts.config);
  }

  async #forgetTries(path: string, asker: Asker): Promise<void> {
    if (path === '/sign-in/email') for (const limit of accountLimits(asker)) await this.#parts.limits.forget(limit);
  }

  /** A change of address is this shop's own work; null for every other call. */
  async #changeAddress(
    path: string,
    { searchParams }: URL,
    body: Record<string, unknown>,
    session: CookieSession | null,
  ): Promise<Response | null> {
    const given = path === '/change-email' ? body['callbackURL'] : searchParams.get('callbackURL');
    const back = typeof given === 'string' && given !== '' ? given : null;
    if (path === '/change-email') {
      await this.#parts.addresses.begin(session, String(body['newEmail']), back ?? '/');
      return Response.json({ status: true });
    }
    const token = path === '/verify-email' ? searchParams.get('token') : null;
    if (token === null) return null;
    if (changesAddressUnbound(token)) throw new IdentityRefusal('INVALID_TOKEN');
    if (!this.#parts.addresses.isOurs(token)) return null;
    await this.#parts.addresses.follow(session, token, back ?? '/');
    return back === null
      ? Response.json({ status: true })
      : new Response(null, { status: 302, headers: { location: back } });
  }

  #checkAddresses(url: URL, body: Record<string, unknown>): void {
    const given = ADDRESS_FIELDS.flatMap((field) => [body[field], ...url.searchParams.getAll(field)]);
    for (const address of given) {
      if (typeof address === 'string' && address !== '' && !isOwnAddress(address, this.own)) {
        throw new IdentityRefusal('INVALID_CALLBACK_URL');
      }
    }
  }

  #checkPicture({ image }: Record<string, unknown>): void {
    if (typeof image !== 'string' || isFromKnownHost(image, this.#parts.config)) return;
    const issues = [{ path: 'image', message: knownHosts(this.#parts.config) }];
    throw new IdentityRefusal('INVALID_IMAGE_URL', { issues });
  }

  async #session(cookies: OwnCookies): Promise<CookieSession | null> {
    const token = sessionToken(cookies.get('session_token'), this.#parts.config.authSecret);
    return token === null ? null : findCookieSession(this.#parts.database, token);
  }

  async #takeLimits(call: IdentityCall, asker: Asker): Promise<void> {
    if (!this.#parts.config.rateLimits || !call.limits) return;
    for (const limit of call.limits(asker)) {
      const retryAfter = await this.#parts.limits.take(limit);
      if (retryAfter !== null) throw new IdentityRefusal('RATE_LIMITED', { retryAfter });
    }
  }

  /** A password in the body counts only where better-auth will check it. */
  async #requireRecent(session: CookieSession | null, body: Record<string, unknown>): Promise<void> {
    if (!session) throw new IdentityRefusal('UNAUTHENTICATED');
    if (session.ageSeconds < RECENT_SECONDS) return;
    if (typeof body['password'] === 'string' && (await hasPassword(this.#parts.database, session.userId))) return;
    throw new IdentityRefusal('SESSION_NOT_FRESH');
  }

  async #pass(
    request: Request,
    clientAddress: string,
    body: Record<string, unknown> | undefined,
    cookies: OwnCookies,
    session: CookieSession | null,
  ): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set(CLIENT_HEADER, clientAddress);
    headers.delete('content-length');
    // originProblem has asked all that these can tell; better-auth would refuse a plain HTTP client for a part of them.
    for (const name of FETCH_METADATA) headers.delete(name);
    headers.delete('cookie');
    // The cookie of a session that has ended or whose user is disabled must not reach better-auth, which asks less.
    const passed = new Map(
      [...cookies].filter(([name]) => name !== 'device' && (session !== null || name !== 'session_token')),
    );
    const cookie = writeCookies(passed, this.#parts.config.baseUrl);
    if (cookie !== null) headers.set('cookie', cookie);
    const init: RequestInit = { method: request.method, headers };
    if (body) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body);
    }
    const facts: RequestFacts = { session, network: networkOf(clientAddress) };
    const response = await requestFacts.run(facts, () =>
      this.#parts.auth.handler(new Request(addressFor(request.url), init)),
    );
    if (response.status >= 400) throwFault(facts.fault);
    return response;
  }
}

function askerOf(
  body: Record<string, unknown> = {},
  {
    clientAddress,
    cookies,
    session,
    config,
  }: { clientAddress: string; cookies: OwnCookies; session: CookieSession | null; config: Config },
): Asker {
  const device = knownDevice(cookies, String(body['email']), config);
  return { network: networkOf(clientAddress), userId: session?.userId, body, device };
}

/** Whose password was right. */
function emailSignedInBy(path: string, { body }: Asker): string | undefined {
  return path === '/sign-in/email' ? String(body['email']) : undefined;
}

/** better-auth decodes the addresses in an e-mail link once more than they were encoded, and fails on a lone `%`. */
function addressFor(address: string): string {
  const url = new URL(address);
  if (!url.pathname.endsWith('/magic-link/verify')) return address;
  for (const field of ADDRESS_FIELDS) {
    const given = url.searchParams.get(field);
    if (given) url.searchParams.set(field, encodeURIComponent(given));
  }
  return url.href;
}

/** @throws AppError VALIDATION_ERROR where one of the shop's own cookies came twice */
function cookiesOf(request: Request, config: Config): OwnCookies {
  try {
    return signedAnew(readCookies(request.headers.get('cookie'), config.baseUrl), config);
  } catch (error) {
    if (!(error instanceof DoubledCookie)) throw error;
    const said = sentence('A cookie of this shop was sent twice. Delete the cookies of this site.');
    const issues = [{ path: 'cookie', message: sentence('Send each cookie only once') }];
    throw new AppError('VALIDATION_ERROR', said, { issues, cause: error });
  }
}

/** Says what really happened where better-auth's answer blames the caller for it. */
function throwFault(fault: unknown): void {
  if (fault instanceof AppError || fault instanceof IdentityRefusal) throw fault;
  if (isUnavailable(fault)) throw fault;
  if (violates(fault, 'users_email_unique')) {
    throw new IdentityRefusal('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', { cause: fault });
  }
  if (violates(fault, 'users_phone_number_unique')) throw new IdentityRefusal('PHONE_NUMBER_EXIST', { cause: fault });
  if (databaseFault(fault)) throw fault;
}

/** A call without a body and without saying what it would be is one with an empty body. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type') === null && (await readBytes(request.clone())).length === 0) return {};
  return readJson(request);
}

/** @throws AppError UNAUTHENTICATED */
function tokenIn(authorization: string | undefined): string {
  const token = bearerOf(authorization);
  if (token === undefined || token === 'null' || token === 'undefined')
    throw new AppError('UNAUTHENTICATED', sentence('Please sign in first.'));
  return token;
}
