import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { OpenIdIssuer } from '#server/people/identity/google.ts';
import type { Log } from '#server/log.ts';
import type { StandIns } from '#server/shop/start.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { ownOrigins } from '#server/people/identity/origin.ts';
import { createGoogleSandbox } from './google/google-sandbox.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { vatRegisterStandIn } from './vat-register/vat-register.ts';
import { overDatabase } from './over-database.ts';
import { createStripeSandbox, type StripeSandbox } from './stripe/stripe-sandbox.ts';

/** As in the real world a webhook comes later than the answer to the browser, so the page that pays is the first to say so. */
const WEBHOOK_TRAVEL_MS = 1_500;

interface DemoStandIns extends StandIns {
  /** For tests: faults, and webhooks sent at a chosen moment. */
  stripe: StripeSandbox | undefined;
}

/**
 * The outside world of the demo and the tests: a card provider and a Google where no account with them is configured,
 * and a mailbox where no mail server is. Production never loads this.
 */
export async function loadStandIns(
  { config, database }: { config: Config; database: Database; log: Log },
  options: { automaticWebhooks?: boolean } = {},
): Promise<DemoStandIns> {
  let deliver: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  const { secretKey, publishableKey, webhookSecret, kind } = config.stripe;
  const stripe =
    kind === 'sandbox'
      ? createStripeSandbox({
          db: overDatabase(database),
          secretKey,
          publishableKey,
          webhookSecret,
          deliver: (request) => deliver(request),
          webhookUrl: `${config.baseUrl}/webhooks/stripe`,
          automatic: options.automaticWebhooks ?? true,
          travelMs: WEBHOOK_TRAVEL_MS,
        })
      : undefined;
  const answer: StandIns['mounts'] = stripe ? { '/sandbox/stripe': stripe.fetch, '/v1': stripe.fetch } : {};
  const google = config.google ? undefined : demoGoogle(config);
  const mailbox = createMailbox(
    (text, params) => database.raw(text, params),
    async () => (await settingsNow(database.db)).logo,
    config.baseUrl,
  );
  return {
    stripe,
    ...(google ? { google: google.issuer } : {}),
    mounts: {
      ...answer,
      ...(google ? { '/sandbox/google': google.fetch } : {}),
      ...(config.smtpUrl === undefined ? { '/demo': mailbox } : {}),
    },
    ...(config.vatCheckUrl === undefined
      ? {
          registerFetch: (input: RequestInfo | URL, init?: RequestInit) => vatRegisterStandIn(new Request(input, init)),
        }
      : {}),
    ...(stripe
      ? { providerFetch: (input: RequestInfo | URL, init?: RequestInit) => stripe.fetch(new Request(input, init)) }
      : {}),
    async start(app) {
      deliver = (request) => app.fetch(request);
      await stripe?.start();
    },
    async stop() {
      await stripe?.stop();
    },
  };
}

/** Google as the shop sees it, its calls answered within the process so that it needs no way back to its own port. */
function demoGoogle(config: Config) {
  const { baseUrl, authSecret } = config;
  const registration = { clientId: 'tradebench-demo', clientSecret: 'tradebench-demo-secret' };
  const redirectUris = [...ownOrigins(config)].map((origin) => `${origin}/api/auth/callback/google`);
  const sandbox = createGoogleSandbox(`${baseUrl}/sandbox/google`, { ...registration, redirectUris }, authSecret);
  const { authorizationEndpoint, tokenEndpoint, jwksUri } = sandbox;
  const issuer: OpenIdIssuer = {
    ...registration,
    issuers: [sandbox.issuer],
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  };
  return { fetch: sandbox.fetch, issuer };
}
