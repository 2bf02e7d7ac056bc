import type { Api } from './api.ts';
import { keyOf, type Keys } from './api-keys.ts';
import { createCardElement } from './browser/card-element.ts';
import { createCardFields } from './browser/card-fields.ts';
import { createCardInputs } from './browser/card-inputs.ts';
import { runCardFrame } from './browser/card-frame.ts';
import { createCardPayments } from './browser/card-payments.ts';
import { brandRules, passesLuhn } from './browser/card-rules.ts';
import { showChallenge } from './browser/challenge-dialog.ts';
import { runChallenge } from './browser/challenge-frame.ts';
import { dressFrame } from './browser/dress-frame.ts';
import { createEmitter } from './browser/emitter.ts';
import { createFrameLink } from './browser/frame-link.ts';
import { CARD_FRAME, challengePage, FRAME_CSS } from './browser/frame-pages.ts';
import { dashboardPage } from './browser/dashboard-page.ts';
import { lookAround } from './browser/look-around.ts';
import { scriptOf } from './browser/script.ts';
import { sendCard } from './browser/send-card.ts';
import { createCaller } from './browser/stripe-calls.ts';
import { installStripe } from './browser/stripe-js.ts';
import { answerChallenge, type ChallengeKey, openChallenge, type Outcome } from './challenge.ts';
import { Fault, type FaultControl } from './faults.ts';
import { errorEnvelope, StripeProblem } from './problems.ts';
import { latestPayments, type SandboxDatabase } from './store.ts';

interface PagesOptions extends Keys {
  api: Api;
  db: SandboxDatabase;
  faults: FaultControl;
}

/** Frames of an opaque origin, even when opened alone; what they load comes from the sandbox, and nothing is inline. */
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

const OUTCOMES: readonly Outcome[] = ['complete', 'fail', 'cancel'];

/** What stands under /sandbox/stripe/ for browsers, and the switch for faults. */
export class Pages {
  readonly #options: PagesOptions;
  readonly #scripts: Record<string, string>;

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#scripts = {
      'v3.js': scriptOf(installStripe, {
        createEmitter,
        createCaller,
        createCardPayments,
        createCardElement,
        createFrameLink,
        lookAround,
        showChallenge,
      }),
      'card-frame.js': scriptOf(runCardFrame, {
        brandRules,
        passesLuhn,
        createCardFields,
        createCardInputs,
        dressFrame,
        sendCard,
      }),
      'challenge.js': scriptOf(runChallenge, {}),
    };
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const name = url.pathname.replace(/^\/sandbox\/stripe\/?/, '');
    const script = Object.hasOwn(this.#scripts, name) ? this.#scripts[name] : undefined;
    if (request.method === 'GET') {
      if (script !== undefined) return page(script, 'text/javascript');
      if (name === 'frame.css') return page(FRAME_CSS, 'text/css');
      if (name === 'card-frame') return page(CARD_FRAME, 'text/html');
      if (name === 'challenge') return this.#challenge(url.searchParams);
      if (name === '') return page(dashboardPage(await latestPayments(this.#options.db)), 'text/html');
    }
    if (name === 'challenge' && request.method === 'POST') return this.#answerChallenge(request);
    if (name === 'faults') return this.#faults(request);
    return json(404, { error: { type: 'invalid_request_error', message: 'There is no such page in the sandbox.' } });
  }

  async #challenge(query: URLSearchParams): Promise<Response> {
    const open = await openChallenge(this.#options.db, challengeKey(query));
    return page(challengePage(open?.kept.data), 'text/html');
  }

  async #answerChallenge(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const outcome = OUTCOMES.find((candidate) => candidate === form.get('outcome'));
    return shared(
      await answered(async () => {
        if (!outcome) {
          throw new StripeProblem(400, { type: 'invalid_request_error', message: 'Invalid outcome', param: 'outcome' });
        }
        return {
          returnUrl: await this.#options.api.inPage((call) => answerChallenge(call, challengeKey(form), outcome)),
        };
      }),
    );
  }

  /** Faults by HTTP, for whoever holds the secret key: POST one, GET those that wait, DELETE all. */
  async #faults(request: Request): Promise<Response> {
    const { faults } = this.#options;
    return answered(async () => {
      if (keyOf(request.headers, new URLSearchParams(), this.#options) !== 'secret') {
        throw new StripeProblem(401, { type: 'invalid_request_error', message: 'Faults need the secret key.' });
      }
      if (request.method === 'POST') {
        const fault = Fault.safeParse(await request.json().catch(() => undefined));
        if (!fault.success) {
          const message = fault.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
          throw new StripeProblem(400, { type: 'invalid_request_error', message });
        }
        await faults.add(fault.data);
      }
      if (request.method === 'DELETE') await faults.clear();
      return { faults: await faults.list() };
    });
  }
}

function challengeKey(from: URLSearchParams): ChallengeKey {
  return {
    intent: from.get('intent') ?? '',
    source: from.get('source') ?? '',
    clientSecret: from.get('client_secret') ?? '',
  };
}

async function answered(work: () => Promise<object>): Promise<Response> {
  try {
    return json(200, await work());
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    return json(error.status, errorEnvelope(error.body));
  }
}

function page(text: string, type: 'text/html' | 'text/css' | 'text/javascript'): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': FRAME_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      // A frame of an opaque origin is a stranger to the shop's own origin. Nothing here is anybody's secret.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}

function json(status: number, body: object): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}

/** The dialog's frame has an opaque origin; what it may do is proved by the challenge's secret and by nothing else. */
function shared(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  return response;
}
