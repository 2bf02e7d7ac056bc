import { missingShopFacts } from '#contract/office/e-invoice-facts.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { isWithin, readAddress } from '#server/client-address.ts';
import type { Database } from '#server/engine/db/client.ts';
import { lastUntrustedProxy } from '#server/engine/http/untrusted-proxies.ts';
import { createLog } from '#server/log.ts';
import { createProvider } from '#server/money/payments/provider.ts';
import { settles } from '#server/engine/outside/settles.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';

const TIMEOUT_MS = 10_000;
const ask = settlingFetch({ limitMs: TIMEOUT_MS, maxBytes: 1_000_000 });

/** Says what e-invoices lack of the shop: a shop that sends none is none the worse for it. */
export async function lookAtInvoiceFacts({ db, raw }: Pick<Database, 'db' | 'raw'>): Promise<string> {
  const [begun] = await raw(`select 1 where to_regclass('settings') is not null`);
  if (!begun) return 'the shop has not been started yet';
  const missing = missingShopFacts((await settingsNow(db)).company);
  if (missing.length === 0) return 'all facts about the shop are there';
  return `${missing.length} ${missing.length === 1 ? 'fact is' : 'facts are'} missing (${missing.join(', ')}): Settings, "For e-invoices"`;
}

/** @throws ConfigError where the mail server does not let us in */
export async function lookAtMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<string> {
  if (!smtpUrl) return 'demo mailbox at /demo/mailbox';
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS });
  try {
    await settles(TIMEOUT_MS, () => transport.verify());
    return 'the SMTP server accepts us';
  } catch (error) {
    throw new ConfigError([
      `cannot connect to the SMTP server (${reasonOf(error)}). Check host, port, user and password in SMTP_URL; letters wait meanwhile.`,
    ]);
  } finally {
    transport.close();
  }
}

/** @throws ConfigError where the card provider does not take the key, or cannot be reached */
export async function lookAtPayments({ stripe }: Pick<Config, 'stripe'>): Promise<string> {
  if (stripe.kind === 'sandbox') return 'sandbox, no real cards';
  try {
    // It knows none of this name; that it says so shows that it takes the key.
    await createProvider(stripe, createLog('silent'), undefined).findIntent('pi_asked_by_the_doctor');
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new ConfigError([
      `Stripe cannot be used (${reasonOf(cause)}). Check STRIPE_SECRET_KEY at https://dashboard.stripe.com/apikeys and that this machine may call api.stripe.com.`,
    ]);
  }
  return `Stripe accepts the ${stripe.secretKey.startsWith('sk_live') ? 'live' : 'test'} key`;
}

/** @throws ConfigError where Stripe does not know where to send events */
export async function lookAtWebhook({ stripe, baseUrl }: Pick<Config, 'stripe' | 'baseUrl'>): Promise<string> {
  if (stripe.kind === 'sandbox') return 'the sandbox sends its own';
  const secrets = stripe.webhookSecret.split(',').length;
  const address = `${baseUrl}/webhooks/stripe`;
  const told = await ask(`${stripe.apiBase ?? 'https://api.stripe.com'}/v1/webhook_endpoints?limit=100`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
    redirect: 'error',
  }).catch(() => undefined);
  const answer = told?.ok
    ? ((await told.json().catch(() => undefined)) as { data?: { url?: string; status?: string }[] } | undefined)
    : undefined;
  // A restricted key may not list them: then only events themselves show whether they come.
  if (!answer?.data)
    return `${secrets === 1 ? 'a secret is' : `${secrets} secrets are`} set; this key cannot check whether Stripe sends to ${address}`;
  const endpoint = answer.data.find(({ url }) => url === address);
  if (endpoint?.status === 'enabled') return `Stripe sends to ${address}`;
  throw new ConfigError([
    `Stripe ${endpoint ? 'has switched off' : 'does not know'} ${address}. Add it at https://dashboard.stripe.com/webhooks with payment_intent.*, charge.refunded and refund.*; until then payments are found by asking, within a minute.`,
  ]);
}

/** @throws ConfigError where the proxy in front does not pass on what the shop needs */
export async function lookAtProxy(
  { production, baseUrl, trustedProxies }: Config,
  database?: Database,
): Promise<string> {
  if (!production) return 'none needed for the demo';
  const answer = await ask(`${baseUrl}/healthz`, { redirect: 'manual' }).catch((error: unknown) => error);
  if (!(answer instanceof Response))
    throw new ConfigError([
      `${baseUrl} does not respond (${reasonOf(answer)}). Start the shop and point the proxy at it: deploy/nginx or deploy/haproxy show how.`,
    ]);
  if (answer.status !== 200)
    throw new ConfigError([
      `${baseUrl}/healthz responds with ${answer.status}. Point the proxy at the shop, for all paths.`,
    ]);
  if (trustedProxies.length === 0)
    throw new ConfigError([
      'TRUSTED_PROXIES is not set: all customers behind the proxy count as one address and share its limits. Set it to the proxy’s address or range.',
    ]);
  const seen = database ? await lastUntrustedProxy(database.db) : null;
  const address = seen && readAddress(seen.address);
  if (seen && address && !trustedProxies.some((range) => isWithin(address, range)))
    throw new ConfigError([
      `X-Forwarded-For came from ${seen.address}, last at ${seen.seenAt.toISOString()}, which is not in TRUSTED_PROXIES: if that is your proxy, all customers behind it share one address and its limits. Add it.`,
    ]);
  return `${baseUrl} answers, and ${trustedProxies.length} proxies are trusted`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}
