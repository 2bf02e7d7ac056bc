import type { z } from 'zod';
import { company } from '#content/company.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { KEY_PREFIX } from '#contract/office/api-keys.ts';
import { type Route, scopesFor, takesKey } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { cookiePrefix } from '#server/people/identity/cookie-session.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { describeWebhooks } from './described-webhooks.ts';
import { jsonSchema, namedSchemas } from './named-schemas.ts';
import { describeTags, tagOf } from './tags.ts';

export function openapiHandlers({ config, settings }: Parts & { settings: SettingsStore }) {
  return {
    openapi: {
      answer: async () => describe(config.baseUrl, (await settings.read()).settings.company),
      mayShow: () => ['settings'],
    },
  } satisfies Partial<Handlers>;
}

/** The contract as OpenAPI 3.1, from the same table that the server runs; others have a turn after each call of it. */
export async function describe(
  baseUrl: string,
  { name, email }: { name: string; email: string } = company,
): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [call, route] of Object.entries<Route>(routes)) {
    const path = template(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(call, route) };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: '1',
      description:
        "Tools by the piece, in bulk. Money is a number in the shop's currency with at most two decimals, times are ISO 8601 in UTC. Identity has calls of its own below /api/auth.",
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name, email, url: `${baseUrl}/contactUs` },
    },
    servers: [{ url: baseUrl }],
    tags: describeTags(),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that PUT /user/{email} answers with.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${KEY_PREFIX}…`,
          description:
            'A key that an admin created for another system, in the dashboard or by POST /api-key; scopes that start with `buyer.` are for keys that a buyer creates by POST /my-api-key.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookiePrefix(baseUrl)}.session_token`,
          description: 'Set by the calls below /api/auth when a user signs in.',
        },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Stripe-Signature',
          description: 'Of the body, made with the secret of the webhook.',
        },
      },
      schemas: { ...namedSchemas(), Error: ERROR },
    },
  };
}

const ERROR = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string', description: 'For a person' },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** OpenAPI takes `/user/{email}` and `/user/{id}` for one path said twice: what follows a segment has one name there. */
const ONE_NAME: Record<string, string> = { '/user/{id}': '/user/{email}' };

function template(path: string): string {
  const named = path.replaceAll(/:(\w+)/g, '{$1}');
  return ONE_NAME[named] ?? named;
}

/** Where every field may be left out, so may the body itself. */
function needsBody({ body }: Route): boolean {
  return !body?.safeParse({}).success;
}

function operation(name: string, route: Route): Record<string, unknown> {
  const content = bodyOf(route);
  const answer = { 'application/json': { schema: jsonSchema(route.answer, 'output') } };
  return {
    operationId: name,
    summary: route.summary,
    description: `${route.summary}. ${whoMay(route)}${whichKeys(route)}`,
    tags: [tagOf(name)],
    security: securityOf(route),
    parameters: [
      ...pathParameters(route),
      ...parameters(route.query, 'query'),
      ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
      ...(route.cache === 'public' ? [IF_NONE_MATCH] : []),
    ],
    ...(content ? { requestBody: { required: needsBody(route), content } } : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Done',
        ...headersOf(route),
        content: route.file
          ? {
              [route.file]: { schema: { type: 'string', format: 'binary' } },
              ...(route.file === 'text/csv' ? { [XLSX]: { schema: { type: 'string', format: 'binary' } } } : {}),
            }
          : answer,
      },
      ...(route.mayGoOn ? { 202: { description: 'Still in progress; ask again', content: answer } } : {}),
      ...(route.madeOnce ? { 200: { description: 'It was already done', content: answer } } : {}),
      ...(route.cache === 'public' ? { 304: { description: 'Not modified since the client read it' } } : {}),
      ...refusals(route),
    },
  };
}

function whoMay({ access }: Route): string {
  if (access === 'public') return 'For everybody.';
  if (access === 'signature') return 'For the card provider, by its signature of the body.';
  if (access === 'session') return 'For the owner of the address, by the session cookie or an access token.';
  if (access === 'own-email') return 'For the owner of the address.';
  return access === 'signed-in' ? 'For signed-in users, about their own data.' : 'For staff whose role allows it.';
}

function whichKeys(route: Route): string {
  const scopes = scopesFor(route);
  return scopes.length === 0 ? '' : ` Also with an API key for ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
}

function securityOf(route: Route): Record<string, string[]>[] {
  const { access } = route;
  if (access === 'public') return [];
  if (access === 'signature') return [{ signature: [] }];
  return access === 'session' ? [{ session: [] }, { bearer: [] }] : signedIn(route);
}

function signedIn(route: Route): Record<string, string[]>[] {
  return scopesFor(route).length === 0 ? [{ bearer: [] }] : [{ bearer: [] }, { key: [] }];
}

function bodyOf(route: Route): Record<string, unknown> | undefined {
  const file = { schema: { type: 'string', format: 'binary' } };
  if (route.takes === 'text/csv') return { 'text/csv': file, [XLSX]: file };
  if (route.takes) return { [route.takes]: file };
  if (route.access === 'signature') {
    const event = { type: 'object', required: ['id', 'type', 'data'], properties: EVENT, additionalProperties: true };
    return { 'application/json': { schema: event } };
  }
  return route.body && { 'application/json': { schema: jsonSchema(route.body, 'input') } };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What of the provider's event is read; the rest is the provider's own. */
const EVENT = {
  id: { type: 'string' },
  type: { type: 'string', examples: ['payment_intent.succeeded'] },
  data: { type: 'object', additionalProperties: true },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and body get the same answer again; nothing is done twice.',
  schema: { type: 'string', maxLength: 255 },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of what the client has.',
  schema: { type: 'string' },
};
const LIST_HEADERS = {
  Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } },
  'X-Total-Count': { description: 'How many rows there are in all', schema: { type: 'integer' } },
  'X-Nearest': {
    description: 'For a search: no tool matches, and these come close',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Corrected': {
    description:
      'For a search: words that no tool has, each with what is shown instead, encoded like a query: mallet=hammers',
    schema: { type: 'string' },
  },
};
const ETAG = { ETag: { description: 'The entity tag of this answer', schema: { type: 'string' } } };

function headersOf(route: Route): { headers?: Record<string, unknown> } {
  const headers = { ...(route.list ? LIST_HEADERS : {}), ...(route.cache === 'public' ? ETAG : {}) };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function pathParameters(route: Route): Record<string, unknown>[] {
  const found = parameters(route.params, 'path');
  const named = route.path.replaceAll(/:(\w+)/g, '{$1}');
  if (!(named in ONE_NAME)) return found;
  return found.map((each) => ({ ...each, name: 'email', description: `The ${String(each['name'])} of the user` }));
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Record<string, unknown>[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }));
}

function refusals(route: Route): Record<string, unknown> {
  // Of a call without any input, too: a query that it does not take is refused.
  const codes: ErrorCode[] = [...(route.errors ?? []), 'VALIDATION_ERROR', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (route.body) codes.push('INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.body || route.access === 'signature') codes.push('BODY_TOO_LARGE');
  if (takesKey(route)) codes.push('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS');
  if (route.access !== 'public' && route.access !== 'signature')
    codes.push('UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED');
  if (!['public', 'signature', 'session'].includes(route.access)) codes.push('FORBIDDEN');
  if (scopesFor(route).length > 0) codes.push('RATE_LIMITED');
  codes.push('URI_TOO_LONG', 'MISDIRECTED_REQUEST');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        ...(status === 429 || status === 503
          ? { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } }
          : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
