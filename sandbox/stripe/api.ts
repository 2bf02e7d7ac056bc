import { type Answer, API_VERSION, type Call, ok } from './api-call.ts';
import { keyOf, type Keys, secretKeyRequired } from './api-keys.ts';
import { expand } from './expand.ts';
import { type CallFault, callFault } from './faults.ts';
import { parseForm } from './form-body.ts';
import { claimKey, fingerprint, inUse, keepAnswer, type Replay } from './idempotency.ts';
import { randomText } from './ids.ts';
import { list } from './lists.ts';
import { Params } from './params.ts';
import {
  cancelIntent,
  captureIntent,
  confirmExistingIntent,
  createIntent,
  retrieveIntent,
  updateIntent,
} from './payment-intents.ts';
import { createPaymentMethod } from './payment-methods.ts';
import { errorEnvelope, invalidParam, resourceMissing, StripeProblem } from './problems.ts';
import { createRefund, updateRefund } from './refunds.ts';
import { findObject, type Kind, type SandboxDatabase } from './store.ts';
import type { Webhooks } from './webhooks.ts';

interface Route {
  method: string;
  path: RegExp;
  run: (call: Call, id: string) => Promise<Answer>;
  /** Open to a publishable key, and so to browsers of any origin. */
  browser?: boolean;
}

function route(method: string, path: string, run: Route['run'], browser = false): Route {
  return { method, path: new RegExp(`^${path.replace(':id', '([\\w-]+)')}$`), run, browser };
}

function collection(path: string, kind: Kind): Route {
  return route('GET', path, (call) => list(call, kind, path));
}

/** One object by its id. @param noun what a refusal calls it, and the parameter that it names */
function object(path: string, kind: Kind, noun: string = kind, param = 'id'): Route {
  return route('GET', `${path}/:id`, async (call, id) => {
    const kept = await findObject(call.tx, kind, id);
    if (!kept) throw resourceMissing(noun, id, param);
    return ok(kept.data);
  });
}

const ROUTES: Route[] = [
  route('POST', '/v1/payment_intents', createIntent),
  collection('/v1/payment_intents', 'payment_intent'),
  route('GET', '/v1/payment_intents/:id', retrieveIntent, true),
  route('POST', '/v1/payment_intents/:id', updateIntent),
  route('POST', '/v1/payment_intents/:id/confirm', confirmExistingIntent, true),
  route('POST', '/v1/payment_intents/:id/cancel', cancelIntent),
  route('POST', '/v1/payment_intents/:id/capture', captureIntent),
  route('POST', '/v1/payment_methods', createPaymentMethod, true),
  object('/v1/payment_methods', 'payment_method', 'PaymentMethod', 'payment_method'),
  collection('/v1/charges', 'charge'),
  object('/v1/charges', 'charge'),
  route('POST', '/v1/refunds', createRefund),
  collection('/v1/refunds', 'refund'),
  object('/v1/refunds', 'refund'),
  route('POST', '/v1/refunds/:id', updateRefund),
  collection('/v1/events', 'event'),
  object('/v1/events', 'event'),
];

/** Refusals that Stripe keeps under an idempotency key, because the endpoint had begun its work. */
const KEPT_REFUSALS = new Set(['payment_intent_unexpected_state', 'charge_already_refunded']);

interface ApiOptions extends Keys {
  db: SandboxDatabase;
  webhooks: Webhooks;
  pagesUrl: string;
  now: () => Date;
}

/** Thrown instead of an answer that a fault has cut off; looks like what `fetch` throws when a connection breaks. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) });
  }
}

/** The calls of Stripe's API under /v1/. */
export class Api {
  readonly #options: ApiOptions;
  readonly #keysInUse = new Set<string>();

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** @param path the path from /v1/ on. @throws ConnectionCut where a fault demands it. */
  async answer(request: Request, path: string): Promise<Response> {
    const requestId = `req_${randomText(14)}`;
    const version = request.headers.get('stripe-version') ?? API_VERSION;
    const found = ROUTES.find((candidate) => candidate.method === request.method && candidate.path.test(path));
    if (request.method === 'OPTIONS') return preflight(path);
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    const headers = headersOf({ requestId, version, key }, found?.browser === true);
    let answer: Answer;
    let fault: CallFault | undefined;
    try {
      const form = await formOf(request);
      const keyKind = keyOf(request.headers, form, this.#options);
      form.delete('key');
      refuseNul(form);
      if (!found) throw unknownUrl(request.method, path);
      if (keyKind === 'publishable' && !found.browser) throw secretKeyRequired();
      fault = await callFault(this.#options.db, request.method, path);
      if (fault && fault.kind !== 'cut' && fault.when === 'before') await befall(fault);
      const replayed = await this.#run({ found, request, path, form, keyKind, key, requestId, version });
      answer = replayed.answer;
      if (replayed.original) {
        headers.set('idempotent-replayed', 'true');
        headers.set('original-request', replayed.original);
      }
      if (fault?.kind === 'cut') throw new ConnectionCut();
      if (fault?.when === 'after') await befall(fault);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      answer = { status: error.status, body: errorEnvelope(error.body) };
    }
    if (answer.status >= 500 || answer.status === 409) headers.set('stripe-should-retry', 'true');
    return new Response(JSON.stringify(answer.body, null, 2), { status: answer.status, headers });
  }

  async #run(work: Work): Promise<{ answer: Answer; original?: string }> {
    const { key } = work;
    if (key && this.#keysInUse.has(key)) throw inUse(key);
    if (key) this.#keysInUse.add(key);
    try {
      return await this.#execute(work);
    } finally {
      if (key) this.#keysInUse.delete(key);
      if (work.request.method !== 'GET') this.#options.webhooks.wake();
    }
  }

  /** Effects, events, webhooks and the answer kept under the key stand or fall in one transaction. */
  async #execute(work: Work): Promise<{ answer: Answer; original?: string }> {
    const { db, now } = this.#options;
    const { key, requestId } = work;
    const print = fingerprint(work.request.method, work.path, work.form);
    const keep = (answer: Answer): Replay => ({ ...answer, requestId });
    try {
      return await db.transaction(async (tx) => {
        const kept = key ? await claimKey(tx, key, print) : undefined;
        if (kept) return { answer: kept, original: kept.requestId };
        const params = new Params(parseForm(work.form));
        const paths = params.list('expand') ?? [];
        const id = work.found.path.exec(work.path)?.[1] ?? '';
        const call = this.#call(tx, params, work);
        const answer = await work.found.run(call, id);
        if (answer.status < 400) answer.body = await expand(tx, answer.body, paths);
        if (key) await keepAnswer(tx, key, print, keep(answer), now());
        return { answer };
      });
    } catch (error) {
      if (key && error instanceof StripeProblem && KEPT_REFUSALS.has(error.body.code ?? '')) {
        await keepAnswer(db, key, print, keep({ status: error.status, body: errorEnvelope(error.body) }), now());
      }
      throw error;
    }
  }

  #call(tx: Call['tx'], params: Params, { keyKind, key, requestId, version }: Caller): Call {
    const { webhooks, pagesUrl, now } = this.#options;
    return {
      tx,
      params,
      key: keyKind,
      version,
      now: Math.floor(now().getTime() / 1000),
      pagesUrl,
      emit: (type, object, previous) =>
        webhooks.enqueue(tx, type, object, { requestId, idempotencyKey: key }, previous),
    };
  }

  /** Work of the sandbox's own pages in a transaction, with the buyer's rights. */
  async inPage<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const answer = await this.#options.db.transaction((tx) =>
      work(
        this.#call(tx, new Params({}), {
          keyKind: 'publishable',
          key: null,
          requestId: `req_${randomText(14)}`,
          version: API_VERSION,
        }),
      ),
    );
    this.#options.webhooks.wake();
    return answer;
  }
}

interface Caller {
  keyKind: Call['key'];
  /** The idempotency key. */
  key: string | null;
  requestId: string;
  version: string;
}

interface Work extends Caller {
  found: Route;
  request: Request;
  path: string;
  form: URLSearchParams;
}

function headersOf({ requestId, version, key }: Omit<Caller, 'keyKind'>, toBrowsers: boolean): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    'stripe-version': version,
    'x-content-type-options': 'nosniff',
  });
  if (toBrowsers) allowBrowsers(headers);
  if (key) headers.set('idempotency-key', key);
  return headers;
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(request.method === 'POST' ? await request.text() : new URL(request.url).searchParams);
}

/** The database cannot keep U+0000. */
function refuseNul(form: URLSearchParams): void {
  for (const [name, value] of form) {
    if (name.includes('\0') || value.includes('\0')) {
      throw invalidParam(name.replaceAll('\0', ''), 'Invalid string: it must not contain U+0000.');
    }
  }
}

async function befall(fault: Exclude<CallFault, { kind: 'cut' }>): Promise<void> {
  if (fault.kind === 'delay') {
    await new Promise((resolve) => setTimeout(resolve, fault.ms));
    return;
  }
  throw fault.status === 429
    ? new StripeProblem(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      })
    : new StripeProblem(fault.status, { type: 'api_error', message: 'An unknown error occurred' });
}

function unknownUrl(method: string, path: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function allowBrowsers(headers: Headers): void {
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', 'Request-Id, Idempotent-Replayed');
}

function preflight(path: string): Response {
  const methods = ROUTES.filter((candidate) => candidate.browser && candidate.path.test(path)).map(
    ({ method }) => method,
  );
  if (methods.length === 0) return new Response(null, { status: 403 });
  const headers = new Headers({
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
    'access-control-max-age': '600',
  });
  allowBrowsers(headers);
  return new Response(null, { status: 204, headers });
}
