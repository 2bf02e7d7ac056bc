import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type AddressRange, readRange } from './client-address.ts';

/** What an operator sets about running the shop, beside what it sells and with whom it talks. */
export interface OperatingConfig {
  /** How many processes serve on this machine under a supervisor; not set: this one alone, without. */
  processes: number | undefined;
  /** Where Prometheus asks; not set: nothing is counted. */
  metrics: { port: number; host: string } | undefined;
  /** The OpenTelemetry collector that is told of requests, without a slash at the end; `share` is how much of them, 0 to 1. */
  tracing: { endpoint: string; headers: Record<string, string>; service: string; share: number } | undefined;
  /** Where backups go by themselves, how often, and how many of the newest are kept. */
  backups: { to: string; everyMs: number; keep: number } | undefined;
  /** After how many months what is no longer needed of people is taken away; not set: never. */
  personalDataMonths: number | undefined;
  /** Whom webhooks may call beside public addresses: names in lower case, and ranges of addresses. */
  webhookHosts: { names: string[]; ranges: AddressRange[] };
}

const whole = (what: string, min: number, max: number) =>
  z.coerce
    .number(`must be a number of ${what}`)
    .int(`must be a whole number of ${what}`)
    .min(min, `must be ${min} or more`)
    .max(max, `must be ${max} or fewer`);
const text = z.string().trim().min(1).optional();

/** `name=value,name=value`, as OpenTelemetry writes headers. */
const headers = z
  .string()
  .optional()
  .transform((given, context) => {
    const pairs = (given ?? '').split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name === '') context.addIssue({ code: 'custom', message: 'must look like name=value,name=value' });
        return [name, decodeURIComponent(value.trim())] as const;
      }),
    );
  });

/** Names of hosts, addresses and ranges of them, with commas between. */
const inside = z
  .string()
  .optional()
  .transform((given, context) => {
    const names: string[] = [];
    const ranges: AddressRange[] = [];
    for (const item of (given ?? '').split(',').map((each) => each.trim().toLowerCase())) {
      const range = readRange(item);
      if (range) ranges.push(range);
      else if (/^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(item)) names.push(item);
      else if (item !== '')
        context.addIssue({
          code: 'custom',
          message: `contains ${JSON.stringify(item)}: use names such as erp.internal, addresses, or ranges such as 10.0.0.0/8`,
        });
    }
    return { names, ranges };
  });

export const operatingEnvironment = {
  PROCESSES: whole('processes', 1, 64).optional(),
  METRICS_PORT: z.coerce.number('must be a port number').int().min(1).max(65535).optional(),
  METRICS_HOST: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of an OpenTelemetry collector, such as http://localhost:4318',
    })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a share from 0 to 1').min(0).max(1).default(1),
  BACKUP_TO: z
    .string()
    .trim()
    .refine(
      (to) => isAbsolute(to) || /^s3:(\/[\w.-]+)*\/?$/.test(to),
      'must be an absolute path to a folder, or s3:/a/folder in the bucket of S3_BUCKET',
    )
    .optional(),
  BACKUP_EVERY_HOURS: z.coerce.number('must be a number of hours').min(0.01).max(744).default(24),
  BACKUP_KEEP: whole('backups', 1, 10_000).default(14),
  PERSONAL_DATA_MONTHS: whole('months', 1, 600).optional(),
  WEBHOOK_HOSTS: inside,
};

const Operating = z.object(operatingEnvironment);

/** @param env the environment, parsed with `operatingEnvironment` among its fields */
export function operatingConfig(env: z.infer<typeof Operating>): OperatingConfig {
  return {
    processes: env.PROCESSES,
    metrics: env.METRICS_PORT ? { port: env.METRICS_PORT, host: env.METRICS_HOST ?? '127.0.0.1' } : undefined,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          headers: env.OTEL_EXPORTER_OTLP_HEADERS,
          service: env.OTEL_SERVICE_NAME ?? 'tradebench',
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    backups: env.BACKUP_TO
      ? { to: env.BACKUP_TO, everyMs: env.BACKUP_EVERY_HOURS * 3_600_000, keep: env.BACKUP_KEEP }
      : undefined,
    personalDataMonths: env.PERSONAL_DATA_MONTHS,
    webhookHosts: env.WEBHOOK_HOSTS,
  };
}

/** What of it makes no sense, in sentences that say what to do. */
export function operatingProblems(
  env: z.infer<typeof Operating> & { DATABASE_URL?: string | undefined; S3_BUCKET?: string | undefined; PORT: number },
): string[] {
  const problems: string[] = [];
  if ((env.PROCESSES ?? 1) > 1 && !env.DATABASE_URL)
    problems.push('PROCESSES needs DATABASE_URL: the database in the process can only be used by one process.');
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT)
    problems.push('METRICS_PORT must be a different port from PORT: customers must not reach it.');
  if (env.BACKUP_TO?.startsWith('s3:') && !env.S3_BUCKET)
    problems.push('BACKUP_TO names the picture store, which is not set: give S3_ENDPOINT and what belongs to it.');
  return problems;
}
