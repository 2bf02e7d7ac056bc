import { z } from 'zod';
import { CURRENCIES } from '#contract/currencies.ts';
import { DEFAULT_CURRENCY } from '#contract/money.ts';
import { isPublicHost, readRange } from './client-address.ts';
import { operatingEnvironment, operatingProblems } from './operating-config.ts';
const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => text || undefined);
const list = z
  .string()
  .optional()
  .transform((text) =>
    (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const proxies = list.transform((texts, context) =>
  texts.flatMap((text) => {
    const range = readRange(text);
    if (range) return [range];
    context.addIssue({
      code: 'custom',
      message: `contains ${JSON.stringify(text)}, which is not an address: use addresses or ranges of them, such as 10.0.0.1, 10.0.0.0/8 or fd00::/8`,
    });
    return [];
  }),
);
const hosts = list.transform((texts, context) =>
  texts.map((text) => {
    const host = text.toLowerCase();
    if (URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host) return host;
    context.addIssue({
      code: 'custom',
      message: `contains ${JSON.stringify(text)}, which is not a host: use names such as images.example, without https:// and path`,
    });
    return host;
  }),
);

const NOT_POSTGRES = 'must look like postgres://user:password@host:5432/database';
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: NOT_POSTGRES });
const postgresUrls = list.refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), {
  error: `${NOT_POSTGRES}, several separated by commas`,
});

/** The first one is used; the others, after commas, are those that it replaces. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every((secret) => secret.length >= 32),
    'must have at least 32 characters; make one with: openssl rand -base64 32',
  )
  .refine((all) => new Set(all).size === all.length, 'has the same secret twice')
  .optional();

/** Every variable that the shop reads, with its bounds and what stands in where it is not set. */
export const Environment = z.object({
  NODE_ENV: optionalText,
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
  HOST: optionalText,
  ...operatingEnvironment,
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address, such as https://shop.example' })
    .optional(),
  DATA_DIR: optionalText,
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: postgresUrls,
  AUTH_SECRET: secrets,
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must be a secret key, starting with sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must be a publishable key, starting with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', 'must be a webhook signing secret, starting with whsec_')
    .optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      // `Name <address>` or the address alone, as in a letter's own head (RFC 5322 §3.4).
      const [, name = '', bracketed] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>)\s*$/.exec(text) ?? [];
      const address = (bracketed ?? text).trim();
      if (z.email().safeParse(address).success) return { name, address };
      context.addIssue({
        code: 'custom',
        message: 'must be an address such as orders@shop.example, or Tradebench <orders@shop.example>',
      });
      return z.NEVER;
    })
    .optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'must be the https address of your SMS provider' }).optional(),
  SMS_TOKEN: optionalText,
  SMS_FROM: optionalText,
  VAT_CHECK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be the address of an S3-compatible store' }).optional(),
  S3_BUCKET: optionalText,
  S3_REGION: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  SHOP_CURRENCY: z
    .enum(CURRENCIES, 'must be an ISO 4217 currency with two decimals that cards can be charged in, such as EUR')
    .default(DEFAULT_CURRENCY),
  ORDER_HOLD_HOURS: z.coerce.number('must be a number of hours').positive('must be above 0').max(8760).default(48),
  ASSETS_KEPT_DAYS: z.coerce.number('must be a number of days').positive('must be above 0').max(3650).default(14),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SEED_TOOLS: z.coerce.number('must be a number of tools').int().min(0).max(1_000_000).default(0),
  SEED_ORDERS: z.coerce
    .number('must be a number of orders')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(10_000_000, 'must be at most 10,000,000')
    .default(0),
  SEED_QUOTES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TRUSTED_PROXIES: proxies,
  IMAGE_HOSTS: hosts,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info'),
});

export type Env = z.infer<typeof Environment>;

/** What is missing, unsafe or too public in an environment, in sentences that say what to do. */
export function problemsOf(env: Env, production: boolean): string[] {
  return [...incomplete(env), ...(production ? unsafe(env) : tooPublic(env))];
}

/** Sets of variables that only make sense together. */
function incomplete(env: Env): string[] {
  const together: (keyof Env)[][] = [
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['SMS_URL', 'SMS_TOKEN', 'SMS_FROM'],
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ];
  const problems = together.flatMap(([key, ...rest]) =>
    env[key!] === undefined
      ? []
      : rest.filter((name) => env[name] === undefined).map((name) => `${name} is missing: ${key} needs it.`),
  );
  if (!env.DATABASE_URL && (env.DATABASE_DIRECT_URL ?? env.DATABASE_REPLICA_URLS[0]) !== undefined)
    problems.push('DATABASE_DIRECT_URL and DATABASE_REPLICA_URLS need DATABASE_URL, which is missing.');
  problems.push(...operatingProblems(env));
  if (env.STRIPE_API_BASE && !env.STRIPE_SECRET_KEY) problems.push('STRIPE_API_BASE is set without STRIPE_SECRET_KEY.');
  return problems;
}

/** What the demo may do and a shop with customers may not. */
function unsafe(env: Env): string[] {
  const problems: string[] = [];
  if (!env.DATABASE_URL)
    problems.push(
      'DATABASE_URL is missing: production needs a PostgreSQL server, because the database in the process never calls fsync.',
    );
  if (!env.AUTH_SECRET) problems.push('AUTH_SECRET is missing: make one with: openssl rand -base64 32.');
  if (!env.BASE_URL?.startsWith('https://'))
    problems.push('BASE_URL must be the https address at which customers find the shop.');
  if (!env.STRIPE_SECRET_KEY)
    problems.push('STRIPE_SECRET_KEY is missing: production never runs on the payment sandbox.');
  if (!env.SMTP_URL) problems.push('SMTP_URL is missing: production never uses the demo mailbox.');
  if (env.STRIPE_API_BASE) problems.push('STRIPE_API_BASE is for tests only: remove it.');
  if (env.SEED_ORDERS > 0) problems.push('SEED_ORDERS makes up orders, which real books must not have: remove it.');
  if (env.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for load tests only: remove it.');
  return problems;
}

/**
 * What is said of a shop that is open to the world and not told that it is one. The demo lets in whoever chooses a name
 * at its own Google, and shows everybody's letters.
 */
function tooPublic(env: Env): string[] {
  const problems: string[] = [];
  const remedy = 'Set NODE_ENV=production, which has no stand-ins';
  if (/^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? ''))
    problems.push(
      `STRIPE_SECRET_KEY is a live key, but this is the demo, whose Google and mailbox let anybody in. ${remedy}, or use a test key.`,
    );
  if (env.BASE_URL && isPublicHost(new URL(env.BASE_URL).hostname))
    problems.push(
      `BASE_URL is a public address, but this is the demo, whose Google and mailbox let anybody in. ${remedy}, or use a private address.`,
    );
  return problems;
}
