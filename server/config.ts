import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CURRENCIES, type Currency } from '#contract/currencies.ts';
import { DEFAULT_CURRENCY } from '#contract/money.ts';
import { type AddressRange, isPublicHost, readRange } from './client-address.ts';
import { makeFolder } from './make-folder.ts';
import { type OperatingConfig, operatingConfig, operatingEnvironment, operatingProblems } from './operating-config.ts';
import { projectRoot } from './project-root.ts';

/** What an operator set wrongly, in sentences that say what to do. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
  }
}

/** Everything the server is told from outside, read once at start. */
export interface Config extends OperatingConfig {
  production: boolean;
  host: string;
  port: number;
  /** Where the browser finds the shop, without a slash at the end. */
  baseUrl: string;
  dataDir: string;
  /** Set: a PostgreSQL server. Not set: PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  /** Set: `databaseUrl` leads through a pooler in transaction mode, and this one to the server itself. */
  databaseDirectUrl: string | undefined;
  /** Servers that replay what the first one writes, and answer public reads. */
  databaseReplicaUrls: string[];
  /** Signs sessions and encrypts what must be read again. */
  authSecret: string;
  /** Those that were used before and are still believed. */
  formerAuthSecrets: string[];
  stripe:
    | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | undefined }
    | { kind: 'sandbox'; secretKey: string; publishableKey: string; webhookSecret: string };
  /** Not set: the demo's own Google, or no Google in production. */
  google: { clientId: string; clientSecret: string } | undefined;
  /** Not set: mail lands in the demo's mailbox page. */
  smtpUrl: string | undefined;
  mailFrom: { name: string | undefined; address: string };
  sms: { url: string; token: string; from: string } | undefined;
  /** Where VAT numbers are looked up. Not set: the demo's stand-in, or the EU's own service in production. */
  vatCheckUrl: string | undefined;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  /** What a new shop sells in; later the owner's settings say it. */
  shopCurrency: Currency;
  orderHoldMs: number;
  /** Whether the operator set it: then it wins over the owner's settings. */
  orderHoldFixed: boolean;
  /** How long the scripts and styles of earlier versions are kept. */
  assetsKeptMs: number;
  rateLimits: boolean;
  /** How many tools a fresh database gets beyond the demo's own catalogue. */
  seedTools: number;
  /** How many made-up orders there are to be; none in production. */
  seedOrders: number;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: AddressRange[];
  /** Where pictures of people and tools may come from beside the shop itself, in lower case; empty: from anywhere. */
  imageHosts: string[];
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

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
      message: `names ${JSON.stringify(text)}, which is no address: give addresses or ranges of them, such as 10.0.0.1, 10.0.0.0/8 or fd00::/8`,
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
      message: `names ${JSON.stringify(text)}, which is no host: give names such as images.example, without https:// and path`,
    });
    return host;
  }),
);

const NOT_POSTGRES = 'must look like postgres://user:password@host:5432/database';
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: NOT_POSTGRES });
const postgresUrls = list.refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), {
  error: `${NOT_POSTGRES}, several with commas between them`,
});

/** The first one is used; the others, after commas, are those that it replaces. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every((secret) => secret.length >= 32),
    'must have at least 32 characters; make one with: openssl rand -base64 32',
  )
  .refine((all) => new Set(all).size === all.length, 'names one secret twice')
  .optional();

const Environment = z.object({
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
    .enum(CURRENCIES, 'must be a currency of ISO 4217 with two decimals that cards can be charged in, such as EUR')
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
  TRUSTED_PROXIES: proxies,
  IMAGE_HOSTS: hosts,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info'),
});

/**
 * Reads the environment into a configuration; an empty variable counts as not set.
 * @throws ConfigError naming every variable that is wrong, missing or unsafe, and what to do about it.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const problems = [...incomplete(env), ...(production ? unsafe(env) : tooPublic(env))];
  if (problems.length > 0) throw new ConfigError(problems);

  const dataDir = env.DATA_DIR ? resolve(env.DATA_DIR) : join(projectRoot, '.data');
  const [secret, ...formerSecrets] = env.AUTH_SECRET ?? [demoSecret(dataDir)];
  const baseUrl = (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    production,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    ...operatingConfig(env),
    baseUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS,
    authSecret: secret!,
    formerAuthSecrets: formerSecrets,
    stripe: stripeOf(env, secret!),
    google: googleOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: {
      name: env.MAIL_FROM?.name || undefined,
      address: env.MAIL_FROM?.address ?? `no-reply@${new URL(baseUrl).hostname}`,
    },
    sms: smsOf(env),
    vatCheckUrl: env.VAT_CHECK_URL,
    s3: s3Of(env),
    shopCurrency: env.SHOP_CURRENCY,
    orderHoldMs: env.ORDER_HOLD_HOURS * 3_600_000,
    orderHoldFixed: given['ORDER_HOLD_HOURS'] !== undefined,
    assetsKeptMs: env.ASSETS_KEPT_DAYS * 86_400_000,
    rateLimits: env.RATE_LIMITS === 'on',
    seedTools: env.SEED_TOOLS,
    seedOrders: env.SEED_ORDERS,
    trustedProxies: env.TRUSTED_PROXIES,
    imageHosts: env.IMAGE_HOSTS,
    logLevel: env.LOG_LEVEL,
  };
}

type Env = z.infer<typeof Environment>;

function stripeOf(env: Env, secret: string): Config['stripe'] {
  if (!env.STRIPE_SECRET_KEY)
    return {
      kind: 'sandbox',
      secretKey: 'sk_test_tradebench_sandbox',
      publishableKey: 'pk_test_tradebench_sandbox',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? `whsec_${secret.slice(0, 24)}`,
    };
  return {
    kind: 'stripe',
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: env.STRIPE_API_BASE,
  };
}

function googleOf({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Env): Config['google'] {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function smsOf({ SMS_URL: url, SMS_TOKEN: token, SMS_FROM: from }: Env): Config['sms'] {
  return url && token && from ? { url, token, from } : undefined;
}

function s3Of(env: Env): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : undefined;
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
      : rest.filter((name) => env[name] === undefined).map((name) => `${name} is missing: it belongs to ${key}.`),
  );
  if (!env.DATABASE_URL && (env.DATABASE_DIRECT_URL ?? env.DATABASE_REPLICA_URLS[0]) !== undefined)
    problems.push('DATABASE_DIRECT_URL and DATABASE_REPLICA_URLS belong to DATABASE_URL, which is missing.');
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
    problems.push('BASE_URL must be the https address under which customers find the shop.');
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

/** The demo's own secret, made at the first start and kept with its data. */
function demoSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    makeFolder(dataDir);
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    chmodSync(file, 0o600);
    return secret;
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR ${dataDir} cannot be written (${error instanceof Error ? error.message : String(error)}). Give a folder that this user may write.`,
    ]);
  }
}
