import type { Config } from '#server/config.ts';
import { databaseFault, isUnavailable, violates } from '#server/db/faults.ts';
import type { Database } from '#server/db/client.ts';
import { AppError } from '#server/http/app-error.ts';
import { errorResponse, logRefusal } from '#server/http/errors.ts';
import { readBytes, readJson } from '#server/http/read-body.ts';
import { newRequestId } from '#server/http/router.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import { createAccessTokens } from './access-token.ts';
import { type Auth, CLIENT_HEADER, createAuth } from './auth.ts';
import { accountLimit, callAt, checkBody, type IdentityCall } from './calls.ts';
import { cookiePrefix, type CookieSession, extendSession, findCookieSession, sessionToken } from './cookie-session.ts';
import { findCaller } from './find-caller.ts';
import { isFollowedLink, problemPage } from './followed-link.ts';
import { type OpenIdIssuer, realGoogle } from './google.ts';
import type { Identity } from './identity.ts';
import { createLimits, type Limits, networkOf } from './limits.ts';
import { isOwnAddress, originProblem, ownOrigins } from './origin.ts';
import { refusalFrom } from './answers.ts';
import { IdentityRefusal } from './refusal.ts';
import { type RequestFacts, requestFacts } from './request-facts.ts';
import { hasPassword } from './accounts.ts';

/** How long after signing in the account itself may be changed without a password (spec §8, requires recent login). */
const RECENT_MS = 15 * 60_000;

/** Where the query or the body says to go on to. */
const ADDRESS_FIELDS = ['callbackURL', 'newUserCallbackURL', 'errorCallbackURL', 'redirectTo'];

const FETCH_METADATA = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'];

export interface IdentityParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  now?: () => Date;
  /** Stands in for Google where no account with Google is configured. */
  demoGoogle?: OpenIdIssuer;
}

/** Identity on better-auth, behind the shop's own guards. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { config, database, log, now } = parts;
  const tokens = await createAccessTokens(database, config.authSecret, config.baseUrl, now);
  const limits = createLimits(database);
  const issuer = config.google ? realGoogle(config.google) : parts.demoGoogle;
  const auth = createAuth({ ...parts, limits, issuer });
  const guard = new Guard(config, database, limits, auth);

  return {
    async handle(request, clientAddress) {
      const requestId = newRequestId();
      let answer: Response;
      let code: string | undefined;
      try {
        const response = await guard.answer(request, clientAddress);
        const refusal = await refusalFrom(response);
        code = refusal?.code;
        answer = refusal?.response(requestId) ?? response;
        if (answer !== response) {
          for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
        }
      } catch (error) {
        answer = error instanceof IdentityRefusal ? error.response(requestId) : errorResponse(error, requestId, log);
        if (error instanceof IdentityRefusal || error instanceof AppError) code = error.code;
      }
      if (code !== undefined) {
        logRefusal(log, code, answer.status, { requestId, call: knownCall(request), from: clientAddress });
      }
      answer.headers.set('x-request-id', requestId);
      return answer.status >= 400 && isFollowedLink(request) ? problemPage(request, answer, guard.own) : answer;
    },

    async authenticate(authorization) {
      const token = bearerOf(authorization);
      const { userId, sessionId } = await tokens.check(token);
      const caller = await findCaller(database, userId, sessionId);
      if (!caller) throw new AppError('INVALID_TOKEN', 'This session has ended. Please sign in again.');
      return caller;
    },

    async exchange(request, email) {
      const token = sessionToken(request.headers.get('cookie'), config);
      if (token === null) throw new AppError('UNAUTHENTICATED', 'Please sign in first.');
      const problem = originProblem(request.headers, guard.own);
      if (problem === 'MISSING_OR_NULL_ORIGIN') {
        throw new AppError('MISSING_OR_NULL_ORIGIN', 'This call does not say which site it came from.');
      }
      if (problem !== null) throw new AppError('INVALID_ORIGIN', 'This call came from another site.');
      const session = await findCookieSession(database, token);
      if (!session) throw new AppError('UNAUTHENTICATED', 'This session has ended. Please sign in again.');
      if (session.email !== email.toLowerCase()) {
        throw new AppError('USER_MISMATCH', 'That is not the e-mail address that you are signed in with.');
      }
      await extendSession(database, session.sessionId);
      const caller = await findCaller(database, session.userId, session.sessionId);
      if (!caller) throw new AppError('UNAUTHENTICATED', 'This session has ended. Please sign in again.');
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

/** What every call below /api/auth passes before better-auth sees it, and what better-auth's failures become. */
class Guard {
  readonly own: Set<string>;
  readonly #config: Config;
  readonly #database: Database;
  readonly #limits: Limits;
  readonly #auth: Auth;

  constructor(config: Config, database: Database, limits: Limits, auth: Auth) {
    this.own = ownOrigins(config);
    this.#config = config;
    this.#database = database;
    this.#limits = limits;
    this.#auth = auth;
  }

  /** @throws IdentityRefusal, AppError */
  async answer(request: Request, clientAddress: string): Promise<Response> {
    const url = new URL(request.url);
    const call = callAt(url.pathname.replace(/^\/api\/auth/, ''));
    if (!call) throw new IdentityRefusal('NOT_FOUND');
    if (call.method !== request.method) throw new IdentityRefusal('METHOD_NOT_ALLOWED', { allow: call.method });
    if (call.method === 'POST') {
      const problem = originProblem(request.headers, this.own);
      if (problem) throw new IdentityRefusal(problem);
    }
    const body = call.fields ? checkBody(call.fields, await bodyOf(request)) : undefined;
    this.#checkAddresses(url, body ?? {});
    const session = await this.#session(request);
    await this.#takeLimits(call, body ?? {}, clientAddress, session);
    if (call.recent?.(body ?? {})) await this.#requireRecent(session, body ?? {});
    const response = await this.#pass(request, clientAddress, body, session);
    if (response.ok && url.pathname.endsWith('/sign-in/email')) await this.#limits.forget(accountLimit(body ?? {}));
    return response;
  }

  #checkAddresses(url: URL, body: Record<string, unknown>): void {
    const given = ADDRESS_FIELDS.flatMap((field) => [body[field], ...url.searchParams.getAll(field)]);
    for (const address of given) {
      if (typeof address === 'string' && address !== '' && !isOwnAddress(address, this.own)) {
        throw new IdentityRefusal('INVALID_CALLBACK_URL');
      }
    }
  }

  async #session(request: Request): Promise<CookieSession | null> {
    const token = sessionToken(request.headers.get('cookie'), this.#config);
    return token === null ? null : findCookieSession(this.#database, token);
  }

  async #takeLimits(
    call: IdentityCall,
    body: Record<string, unknown>,
    clientAddress: string,
    session: CookieSession | null,
  ): Promise<void> {
    if (!this.#config.rateLimits || !call.limits) return;
    const asker = { network: networkOf(clientAddress), userId: session?.userId, body };
    for (const limit of call.limits(asker)) {
      const retryAfter = await this.#limits.take(limit);
      if (retryAfter !== null) throw new IdentityRefusal('RATE_LIMITED', { retryAfter });
    }
  }

  /** A password in the body counts only where better-auth will check it. */
  async #requireRecent(session: CookieSession | null, body: Record<string, unknown>): Promise<void> {
    if (!session) throw new IdentityRefusal('UNAUTHENTICATED');
    if (Date.now() - session.createdAt.getTime() < RECENT_MS) return;
    if (typeof body['password'] === 'string' && (await hasPassword(this.#database, session.userId))) return;
    throw new IdentityRefusal('SESSION_NOT_FRESH');
  }

  async #pass(
    request: Request,
    clientAddress: string,
    body: Record<string, unknown> | undefined,
    session: CookieSession | null,
  ): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set(CLIENT_HEADER, clientAddress);
    headers.delete('content-length');
    // originProblem has asked all that these can tell; better-auth would refuse a plain HTTP client for a part of them.
    for (const name of FETCH_METADATA) headers.delete(name);
    if (!session) dropCookie(headers, `${cookiePrefix(this.#config.baseUrl)}.session_token=`);
    const init: RequestInit = { method: request.method, headers };
    if (body) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(body);
    }
    const facts: RequestFacts = { session };
    const response = await requestFacts.run(facts, () =>
      this.#auth.handler(new Request(addressFor(request.url), init)),
    );
    if (response.status >= 400) throwFault(facts.fault);
    return response;
  }
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

/** The cookie of a session that has ended or whose user is disabled must not reach better-auth, which asks less. */
function dropCookie(headers: Headers, start: string): void {
  const kept = (headers.get('cookie') ?? '').split(/; */).filter((cookie) => cookie && !cookie.startsWith(start));
  if (kept.length > 0) headers.set('cookie', kept.join('; '));
  else headers.delete('cookie');
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

function bearerOf(authorization: string | undefined): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined || token === 'null' || token === 'undefined')
    throw new AppError('UNAUTHENTICATED', 'Please sign in first.');
  return token;
}
