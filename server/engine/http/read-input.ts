import { complaintOf, ended, type Sentence, sentence } from '#contract/sentences.ts';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { MAX_LINES } from '#contract/limits.ts';
import { type Route, takesKey } from '#contract/route.ts';
import { AppError, type Complaint } from './app-error.ts';
import type { Caller } from './caller.ts';
import { forCompanyOfKey } from './company-of-key.ts';
import { placeOf } from './paging.ts';
import { readJson, readJsonIfAny, saysBody } from './read-body.ts';

/** What a call takes whose row says nothing of a query, or of a body. */
const NOTHING = z.strictObject({});

/** The most complaints that one refusal names: as many as an order has lines. */
const MAX_ISSUES = MAX_LINES;

/** What a call was sent, read by its row. @throws AppError what the contract refuses of it */
export async function inputOf(route: Route, request: Request, path: unknown, caller: Caller | null) {
  const { query = NOTHING } = route;
  return {
    params: await parse(route.params, path, 'path'),
    query: goingOn(
      request.url,
      await parse(query, forCompanyOfKey(caller, route.query, singleValues(new URL(request.url))), 'query'),
    ),
    body: route.body
      ? await parse(
          route.body,
          forCompanyOfKey(caller, route.body, await bodyOf(request, route.body, route.maxBytes)),
          'body',
        )
      : await requireNoBody(route, request),
    idempotencyKey: takesKey(route) ? idempotencyKey(request) : undefined,
  };
}

/** What was sent. Where every field may be left out, so may the body itself. */
async function bodyOf(request: Request, schema: z.ZodType, maxBytes: number | undefined): Promise<unknown> {
  if (!saysBody(request) && (await schema.safeParseAsync({})).success) return {};
  return readJson(request, maxBytes);
}

/** @throws AppError where a call that takes no body was sent one: somebody means something by it that nobody would read */
async function requireNoBody(route: Route, request: Request): Promise<void> {
  // What comes with a DELETE means nothing (RFC 9110, 9.3.5).
  const isOthers = route.method === 'DELETE' || route.takes !== undefined || route.access === 'signature';
  if (route.method !== 'GET' && !isOthers && saysBody(request)) {
    await parse(NOTHING, (await readJsonIfAny(request)) ?? {}, 'body');
  }
}

async function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  where: 'path' | 'query' | 'body',
): Promise<unknown> {
  if (!schema) return undefined;
  const parsed = await schema.safeParseAsync(input);
  if (parsed.success) return parsed.data;
  const issues: Complaint[] = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: sentence('{key} is not a field of this call', { key }),
      }));
    }
    const path = issue.path.join('.') || where;
    return [{ path, message: messageOf(issue, path) }];
  });
  const [first] = issues;
  throw new AppError(codeOf(parsed.error), first ? ended(first.message) : sentence('The input is not valid.'), {
    issues: issues.slice(0, MAX_ISSUES),
  });
}

/** What is said of one complaint; of a type that the schema has no words for, the parser's would be nobody's language. */
function messageOf(issue: z.core.$ZodIssue, path: string): Sentence {
  if (issue.code !== 'invalid_type') return complaintOf(issue);
  if (issue.path.length === 0 && issue.expected !== 'array')
    return sentence('The {path} must be a JSON object', { path });
  return issue.message.startsWith('Invalid input: ')
    ? sentence('{path} must be a JSON {expected}', { path, expected: issue.expected })
    : complaintOf(issue);
}

/** The query of a list with the place where it goes on, in place of the cursor that names it. */
function goingOn(address: string, query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('cursor' in query) || typeof query.cursor !== 'string')
    return query;
  return { ...query, cursor: placeOf(address, query.cursor) };
}

function notAField(name: string): AppError {
  const message = sentence('{name} is not a field of this call', { name });
  return new AppError('VALIDATION_ERROR', ended(message), { issues: [{ path: name, message }] });
}

/** The code that a schema has for its one complaint; all others are one. */
function codeOf({ issues }: z.ZodError): ErrorCode {
  const [only] = issues.length === 1 ? issues : [];
  const code: unknown = only?.code === 'custom' ? only.params?.['code'] : undefined;
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'VALIDATION_ERROR';
}

/**
 * The query with each name at most once; a name given twice means two things at once. What stands behind a point is a field:
 * `attr.size=13` is `{ attr: { size: '13' } }`.
 */
function singleValues(url: URL): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of url.searchParams) {
    const [, group, field] = /^([a-z]{1,20})\.(.+)$/s.exec(name) ?? [];
    // A schema passes over it, as if nothing were asked.
    if (field === '__proto__') throw notAField(name);
    const there = group === undefined ? undefined : values.get(group);
    if (values.has(name) || typeof there === 'string' || (there instanceof Map && there.has(field)))
      throw new AppError('VALIDATION_ERROR', sentence('{name} is given twice.', { name }), {
        issues: [{ path: name, message: sentence('Send it only once') }],
      });
    if (group === undefined || field === undefined) values.set(name, value);
    else values.set(group, (there instanceof Map ? there : new Map()).set(field, value));
  }
  const plain = (value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
  return Object.fromEntries([...values].map(([name, value]) => [name, plain(value)]));
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('VALIDATION_ERROR', sentence('Idempotency-Key must have 1 to 255 visible ASCII characters.'), {
      issues: [{ path: 'Idempotency-Key', message: sentence('Send 1 to 255 visible ASCII characters') }],
    });
  }
  return key;
}
