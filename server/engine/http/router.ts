import { sentence } from '#contract/sentences.ts';
import { Hono } from 'hono';
import { randomBytes } from 'node:crypto';
import { withoutMoney } from '#contract/money-fields.ts';
import { isStaff, may } from '#contract/policy.ts';
import { permissionsFor, type Route } from '#contract/route.ts';
import {
  type Answer,
  type Body,
  type Params,
  type Query,
  type RouteName,
  type Routes,
  routes,
} from '#contract/routes.ts';
import { Paper } from '#contract/money/papers.ts';
import { StreamedFile } from '#contract/sheets.ts';
import { callerMay } from './caller-may.ts';
import type { Caller, Callers } from './caller.ts';
import { requireScope } from './require-scope.ts';
import type { Log } from '#server/log.ts';
import { toldOf } from '#server/engine/processes/heartbeat.ts';
import { noteCall } from '#server/trace.ts';
import { AppError } from './app-error.ts';
import { hashedFile, hashOf } from './asked.ts';
import { errorResponse, logRefusal } from './errors.ts';
import type { Tag } from './changes.ts';
import { heldEncoding, respond } from './cached-response.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { PageCache } from './page-cache.ts';
import { nextPage, type Page } from './paging.ts';
import { inputOf } from './read-input.ts';
import { tell } from './tell.ts';

/** What the server knows of a request beyond the request itself. */
export interface Origin {
  /** From the socket, or from a trusted proxy; never believed from the request. */
  clientAddress: string;
}

type CallerOf<N extends RouteName> = Routes[N]['access'] extends 'public' | 'signature' | 'session' ? null : Caller;

/** One call, with everything it may rely on already checked. */
interface Call<N extends RouteName> {
  caller: CallerOf<N>;
  params: Params<N>;
  query: Query<N>;
  body: Body<N>;
  idempotencyKey: string | undefined;
  /** From the socket, or from a trusted proxy. */
  clientAddress: string;
  request: Request;
}

/** What a call makes that makes one thing only, however often it is asked. */
interface MadeOnce<Made> {
  made: Made;
  /** Whether this very call made it. */
  isNew: boolean;
}

type Result<N extends RouteName> = Routes[N] extends { list: true }
  ? Page<Answer<N> extends (infer Row)[] ? Row : never>
  : Routes[N] extends { madeOnce: true }
    ? MadeOnce<Answer<N>>
    : Answer<N>;
type Handler<N extends RouteName> = (call: Call<N>) => Promise<Result<N>>;

/** A call whose answer is cached says what a write must touch for it to be dropped; the type of `Handlers` asks for it. */
interface CachedHandler<N extends RouteName> {
  answer: Handler<N>;
  /** All that it can show, known before it is asked. */
  mayShow(call: Pick<Call<N>, 'params' | 'query'>): Tag[];
  /** What it does show, where that is less. */
  shows?(call: Pick<Call<N>, 'params' | 'query'>, result: Result<N>): Tag[];
}

export type Handlers = {
  [N in RouteName]: Routes[N] extends { cache: 'public' } ? CachedHandler<N> : Handler<N>;
};

interface RouterParts {
  callers: Callers;
  /** Whether those who pack see what things cost, as the owner says. */
  warehouseSeesPrices(): Promise<boolean>;
  pageCache: PageCache;
  keptAnswers: KeptAnswers;
  log: Log;
}

/** The calls of the contract, run from its table: who, then input, then the handler, then the answer's own schema. */
export function createRouter(handlers: Handlers, parts: RouterParts): Hono<{ Bindings: Origin }> {
  const { callers, log } = parts;
  const app = new Hono<{ Bindings: Origin }>();
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    // The table ties each handler to its route by name; inside the loop the names are one union, which TypeScript cannot follow.
    const handler = handlers[name] as unknown as Handler<RouteName> | CachedHandler<RouteName>;
    const call = `${route.method} ${route.path}`;
    app.on(route.method, route.path, (context) =>
      toldOf(call, async () => {
        const requestId = newRequestId();
        noteCall(name, requestId);
        const request = context.req.raw;
        let caller: Caller | null = null;
        try {
          caller = await callerFor(route, request, callers);
          if (caller) requirePermission(route, caller, context.req.param('email'));
          const hides = await hidesMoney(route, caller, parts);
          if (hides && route.hasPrices) throw pricesHidden();
          const asked = {
            caller,
            ...(await inputOf(route, request, context.req.param(), caller)),
            clientAddress: context.env?.clientAddress ?? '',
            request,
          };
          const response = await answered(handler, asked as unknown as Call<RouteName>, { ...route, hides }, parts);
          // A cached response is everybody's: it belongs to no one request.
          if (route.cache !== 'public') response.headers.set('x-request-id', requestId);
          return response;
        } catch (error) {
          const response = errorResponse(error, request, requestId, log, call);
          if (error instanceof AppError) {
            const from = context.env?.clientAddress;
            logRefusal(log, error.code, response.status, { requestId, call, from, user: caller?.userId });
          }
          response.headers.set('x-request-id', requestId);
          return response;
        }
      }),
    );
  }
  answerOtherVerbs(app, log);
  return app;
}

/** A call that is answered. `hides`: to somebody who is not to see money. */
type AnsweredRoute = Route & { hides: boolean };

/** Whether the caller works here and is not to see what things cost; what everybody sees and what is the caller's own is spared. */
async function hidesMoney(route: Route, caller: Caller | null, parts: RouterParts): Promise<boolean> {
  if (caller === null || route.path.startsWith('/my-')) return false;
  if (!isStaff(caller.role) || may(caller.role, 'prices')) return false;
  return !(await parts.warehouseSeesPrices());
}

function pricesHidden(): AppError {
  return new AppError(
    'FORBIDDEN',
    sentence('This document has prices, which the shop does not show to the warehouse.'),
  );
}

async function answered(
  handler: Handler<RouteName> | CachedHandler<RouteName>,
  call: Call<RouteName>,
  route: AnsweredRoute,
  { pageCache, keptAnswers }: RouterParts,
): Promise<Response> {
  if (typeof handler === 'function') {
    const { idempotencyKey: key } = call;
    if (key === undefined || route.key === 'own') return present(route, call.request, await handler(call));
    return onceOnly(handler, { ...call, key }, route, keptAnswers);
  }
  const make = async () => {
    const result = await handler.answer(call);
    pageCache.shows(handler.shows?.(call, result) ?? handler.mayShow(call));
    return present(route, call.request, result);
  };
  const { pathname, search } = new URL(call.request.url);
  return respond(await pageCache.get(pathname + search, handler.mayShow(call), make), call.request);
}

/** Does what a call asks for, unless it was done under its key before, which is answered again. */
async function onceOnly(
  handler: Handler<RouteName>,
  call: Call<RouteName> & { key: string },
  route: AnsweredRoute,
  keptAnswers: KeptAnswers,
): Promise<Response> {
  const { key, params, query, body, request } = call;
  // The type of a call of all rows is nobody's.
  const caller = call.caller as Caller | null;
  const file = route.takes === undefined ? undefined : hashedFile(request);
  const { status, text } = await keptAnswers.once(
    {
      whose: caller === null ? new URL(request.url).pathname : (caller.key?.id ?? caller.userId),
      userId: caller?.userId ?? null,
      call: `${route.method} ${route.path}`,
      key,
      asked: () => hashOf([params, query, file ? file.hash() : body]),
      readOut: async () => file?.readOut(),
    },
    () => handler(file ? { ...call, request: file.request } : call),
    (result) => told(route, result),
  );
  return new Response(text, { status, headers: { ...JSON_HEADERS, 'cache-control': 'no-store' } });
}

export function newRequestId(): string {
  return randomBytes(9).toString('base64url');
}

async function callerFor(route: Route, request: Request, callers: Callers): Promise<Caller | null> {
  if (route.access === 'public' || route.access === 'signature') return null;
  if (route.access === 'session') {
    // Whether it stands is looked at where it is exchanged.
    const isNamed = request.headers.get('cookie')?.includes('.session_token=') ?? false;
    if (!request.headers.has('authorization') && !isNamed) {
      throw new AppError('UNAUTHENTICATED', sentence('Please sign in first.'));
    }
    return null;
  }
  return callers.of(request.headers.get('authorization') ?? undefined);
}

/** @throws AppError FORBIDDEN */
function requirePermission(route: Route, caller: Caller, email: string | undefined): void {
  requireScope(route, caller);
  const permissions = permissionsFor(route.access);
  if (permissions.length > 0 && !permissions.some((permission) => callerMay(caller, permission))) {
    throw new AppError('FORBIDDEN', sentence('Your role does not allow this. Ask an admin of the shop.'));
  }
  if (route.access === 'own-email' && email?.toLowerCase() !== caller.email) {
    throw new AppError('FORBIDDEN', sentence('You may only ask about yourself.'));
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** What everybody may keep and has to ask about each time. */
const PUBLIC = 'public, max-age=0, must-revalidate';
/** What only who asked may keep. */
const PRIVATE = 'private, max-age=0, must-revalidate';

async function present(route: AnsweredRoute, request: Request, result: unknown): Promise<Response> {
  const headers = new Headers(JSON_HEADERS);
  let value = result;
  if (route.list) {
    // Only a list's handler answers a page; the type of Handlers says so.
    const page = result as Page<unknown>;
    value = page.rows;
    headers.set('x-total-count', String(page.total));
    for (const [name, text] of Object.entries(page.headers ?? {})) headers.set(name, text);
    if (page.next !== null) headers.set('link', `<${nextPage(request.url, page.next)}>; rel="next"`);
  }
  if (route.file === 'text/csv' || route.file === 'application/zip' || route.file === '*/*') {
    const { type, name, body, etag, isPrivate = false } = StreamedFile.parse(value);
    headers.set('content-type', type);
    headers.set('content-disposition', `attachment; filename="${name}"`);
    headers.set('cache-control', etag === undefined ? 'no-store' : isPrivate ? PRIVATE : PUBLIC);
    if (etag === undefined) return new Response(body, { headers });
    headers.set('etag', etag);
    if (!heldEncoding(request.headers.get('if-none-match'), etag, 'identity')) return new Response(body, { headers });
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  if (route.file !== undefined) {
    const { name, bytes } = Paper.parse(value);
    headers.set('content-type', route.file);
    // A browser shows a PDF; anything else is for a program.
    const how = route.file === 'application/pdf' ? 'inline' : 'attachment';
    headers.set('content-disposition', `${how}; filename="${name}"`);
    headers.set('cache-control', 'no-store');
    return new Response(bytes, { headers });
  }
  headers.set('cache-control', route.cache === 'public' ? PUBLIC : 'no-store');
  const { status, text } = await told(route, value);
  return new Response(text, { status, headers });
}

/** What a call answers that is no file. @throws where it is not what its row says */
async function told(route: AnsweredRoute, result: unknown): Promise<KeptAnswer> {
  let value = result;
  let status: number = route.status ?? 200;
  if (route.madeOnce) {
    // Only the handler of such a call answers so; the type of Handlers says it.
    const { made, isNew } = value as MadeOnce<unknown>;
    value = made;
    if (!isNew) status = 200;
  }
  if (route.mayGoOn && goesOn(value)) status = 202;
  const text = await tell(route.answer, value);
  return { status, text: route.hides ? JSON.stringify(withoutMoney(JSON.parse(text))) : text };
}

function goesOn(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'state' in value && value.state === 'running';
}

/** A known path with another verb → 405 with `Allow`. */
function answerOtherVerbs(app: Hono<{ Bindings: Origin }>, log: Log): void {
  const verbs = new Map<string, string[]>();
  for (const { method, path: named } of Object.values(routes)) {
    const path = named.replaceAll(/:\w+/g, ':value');
    verbs.set(path, [...(verbs.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  const known = [...verbs].map(([path, methods]) => ({ steps: path.split('/'), methods }));
  for (const [path, own] of verbs) {
    app.all(path, (context) => {
      // What one row names is an id to another: /import/bank takes POST, and GET as /import/:id does.
      const steps = context.req.path.split('/');
      const others = known.filter((row) => fits(steps, row.steps)).flatMap(({ methods }) => methods);
      return otherVerb(context.req.raw, [...new Set([...own, ...others])].join(', '), log);
    });
  }
}

/** @param verbs those that the path takes, which its answer names */
export function otherVerb(request: Request, verbs: string, log: Log): Response {
  const refusal = new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts {verbs}.', { verbs }));
  const response = errorResponse(refusal, request, newRequestId(), log);
  response.headers.set('allow', verbs);
  return response;
}

function fits(steps: readonly string[], known: readonly string[]): boolean {
  return steps.length === known.length && known.every((step, index) => step === ':value' || step === steps[index]);
}
