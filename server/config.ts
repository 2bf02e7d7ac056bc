import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AddressRange } from './client-address.ts';
import { type Env, Environment, problemsOf } from './environment.ts';
import { makeFolder } from './make-folder.ts';
import { type OperatingConfig, operatingConfig } from './operating-config.ts';
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
  shopCurrency: string;
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
  /** Whether a new demo begins with quotes and orders of its company. */
  seedQuotes: boolean;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: AddressRange[];
  /** Where pictures of people and tools may come from beside the shop itself, in lower case; empty: from anywhere. */
  imageHosts: string[];
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

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
  const problems = problemsOf(env, production);
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
    seedQuotes: env.SEED_QUOTES === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    imageHosts: env.IMAGE_HOSTS,
    logLevel: env.LOG_LEVEL,
  };
}

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

/** The demo's own secret, made at the first start and kept with its data. */
function demoSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    makeFolder(dataDir);
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  } catch (error) {
    throw new ConfigError([
      `DATA_DIR ${dataDir} cannot be written to (${error instanceof Error ? error.message : String(error)}). Choose a folder that this user can write to.`,
    ]);
  }
}
