import { Api, ConnectionCut } from './api.ts';
import { type FaultControl, faultControl } from './faults.ts';
import { forgetOldKeys } from './idempotency.ts';
import { Pages } from './pages.ts';
import { createTables, type SandboxDatabase } from './store.ts';
import { Webhooks } from './webhooks.ts';

export type { SandboxDatabase } from './store.ts';

export interface StripeSandboxOptions {
  db: SandboxDatabase;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** How a signed webhook reaches the shop: in the process, or by real HTTP. */
  deliver: (request: Request) => Promise<Response>;
  webhookUrl: string;
  now?: () => Date;
  /** Whether webhooks are sent by themselves; a test that wants to choose the moment says false and calls `deliverDue`. */
  automatic?: boolean;
  /** How long a webhook is under way before it arrives; none unless told. */
  travelMs?: number;
}

export interface StripeSandbox {
  /** Answers /v1/* as Stripe's API, and /sandbox/stripe/* as Stripe's browser side. */
  fetch(request: Request): Promise<Response>;
  start(): Promise<void>;
  stop(): Promise<void>;
  faults: FaultControl;
  /** Sends all webhooks that are due now, and waits until they are answered. */
  deliverDue(): Promise<void>;
}

const PREFIX = '/sandbox/stripe';
/** Whom the SDK calls where it is told nothing else: then the call is in this process, and failing is to throw. */
const STRIPE_HOST = 'api.stripe.com';

/** A Stripe for the demo and for tests, with its state in the schema `sandbox_stripe` of the shop's database. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { db, now = () => new Date() } = options;
  const faults = faultControl(db);
  const webhooks = new Webhooks({ ...options, now });
  const api = new Api({ ...options, now, webhooks, pagesUrl: new URL(options.webhookUrl).origin });
  const pages = new Pages({ ...options, api, faults });

  async function answer(request: Request): Promise<Response> {
    const { hostname, pathname } = new URL(request.url);
    const path = pathname.startsWith(`${PREFIX}/v1/`) ? pathname.slice(PREFIX.length) : pathname;
    if (!path.startsWith('/v1/')) return pages.answer(request);
    try {
      return await api.answer(request, path);
    } catch (error) {
      if (error instanceof ConnectionCut && hostname !== STRIPE_HOST) return brokenOff();
      throw error;
    }
  }

  return {
    fetch: (request) => untilAborted(answer(request), request.signal),
    async start() {
      await createTables(db);
      await forgetOldKeys(db, now());
      if (options.automatic ?? true) webhooks.start();
    },
    stop: () => webhooks.stop(),
    faults,
    deliverDue: () => webhooks.deliverDue(),
  };
}

/** A caller in the same process who gives up waiting sees what one across the network would. */
async function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Over HTTP a lost answer is a body that never comes: the server can only break the connection. */
function brokenOff(): Response {
  const body = new ReadableStream({ pull: (stream) => stream.error(new ConnectionCut()) });
  return new Response(body, { headers: { 'access-control-allow-origin': '*' } });
}
