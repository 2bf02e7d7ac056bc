import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ERROR_STATUS } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';

/** What nobody outside may see: stacks, files, queries, hosts. */
const INSIDE =
  /node_modules|file:\/\/|\.[mc]?[tj]s:\d+|\n\s+at |select .+ from |insert into|update .+ set |syntax error at|relation "|violates|ECONNREFUSED|drizzle|PGlite|\bpg_/i;

/** A request's random name; one in some fifty thousand has "pg_" in it. */
const REQUEST_ID = /^[\w-]{12}$/;

/** Why an answer breaks the contract, whatever was asked; null where it keeps it. */
export async function faultOf(answer: Response, route: Route): Promise<string | null> {
  const text = await textOf(answer);
  if (answer.status >= 500) return `status ${answer.status}: ${text.slice(0, 200)}`;
  if (answer.status === 304) return null;
  const type = answer.headers.get('content-type') ?? '';
  if (answer.ok && route.file !== undefined)
    return route.file === '*/*' || type.startsWith(route.file) || type.endsWith('.sheet')
      ? null
      : `a file of the type ${type}`;
  if (!type.startsWith('application/json')) return 'not JSON';
  if (answer.headers.get('x-content-type-options') !== 'nosniff') return 'without nosniff';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `broken JSON: ${text.slice(0, 100)}`;
  }
  if (answer.ok) {
    const status = route.status ?? 200;
    if (answer.status !== status) return `status ${answer.status} where the contract says ${status}`;
    const parsed = route.answer.safeParse(value);
    return parsed.success ? null : `an answer that its own schema refuses: ${parsed.error.message.slice(0, 200)}`;
  }
  const { code, message, requestId, issues, ...facts } = value as Record<string, unknown>;
  if (typeof requestId !== 'string' || !REQUEST_ID.test(requestId)) return `the requestId ${String(requestId)}`;
  if (INSIDE.test(text.replaceAll(requestId, ''))) return `it tells of the inside: ${text.slice(0, 300)}`;
  if (typeof code !== 'string' || !(code in ERROR_STATUS)) return `the code ${String(code)} does not exist`;
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== answer.status) return `${code} with status ${answer.status}`;
  if (typeof message !== 'string' || message === '') return 'no message';
  if (issues !== undefined && !Array.isArray(issues)) return 'issues are no list';
  if ('stack' in facts || 'cause' in facts) return 'a stack or cause';
  return null;
}

/** What a client would read; answers given in the process are not decompressed on the way. */
async function textOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const encoding = answer.headers.get('content-encoding');
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
