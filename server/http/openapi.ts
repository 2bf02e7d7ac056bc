import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { type Route, routes } from '#contract/routes.ts';
import type { Parts } from '#server/parts.ts';
import type { Handlers } from './router.ts';

export function openapiHandlers({ config }: Parts): Pick<Handlers, 'openapi'> {
  let description: Record<string, unknown> | undefined;
  return { openapi: async () => (description ??= describe(config.baseUrl)) };
}

/** The contract as OpenAPI 3.1, from the same table that the server runs. */
export function describe(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tradebench',
      version: '1',
      description: 'Tools by the piece, in bulk. Money is dollars, times are ISO 8601 UTC.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'requestId'],
          properties: {
            code: { enum: Object.keys(ERROR_STATUS) },
            message: { type: 'string' },
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
        },
      },
    },
  };
}

function operation(name: string, route: Route): Record<string, unknown> {
  return {
    operationId: name,
    summary: route.summary,
    ...(route.access === 'public' || route.access === 'signature'
      ? {}
      : { security: route.access === 'session' ? [{ session: [] }, { bearer: [] }] : [{ bearer: [] }] }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.body
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
        }
      : {}),
    ...(route.takes
      ? {
          requestBody: {
            required: true,
            content: { [route.takes]: { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: {
      [route.status]: {
        description: 'Done',
        ...(route.list ? { headers: LIST_HEADERS } : {}),
        content: route.file
          ? { [route.file]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: jsonSchema(route.answer, 'output') } },
      },
      ...refusals(route),
    },
  };
}

const IDEMPOTENCY_KEY = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } };
const LIST_HEADERS = {
  Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } },
  'X-Total-Count': { description: 'How many rows there are in all', schema: { type: 'integer' } },
};

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
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
  const codes: ErrorCode[] = [...route.errors, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (route.params || route.query || route.body) codes.push('VALIDATION_ERROR');
  if (route.body) codes.push('INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.access !== 'public' && route.access !== 'signature')
    codes.push('UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED');
  if (route.access === 'admin' || route.access === 'own-email') codes.push('FORBIDDEN');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
