import { sentence } from '#contract/sentences.ts';
import { AppError } from './app-error.ts';

/** The largest body that the API reads. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * How many signs of a body of JSON may part and hold what is in it, more than the largest has that a call takes: a megabyte of fields keeps
 * the process for seconds (npm run prove -- standstill).
 */
const MOST_PARTS = 30_000;
/** How many lists and objects may stand within each other. */
const MOST_LEVELS = 100;

/** The body as bytes. @throws AppError 413 BODY_TOO_LARGE, before more than the limit was read. */
export async function readBytes(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError(
      'BODY_TOO_LARGE',
      sentence('The body may have at most {most, number} kB.', { most: Math.floor(limit / 1024) }),
    );
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (Number(length) > limit) throw tooLarge();
    // No more comes than was said, and a stream of the web for it takes longer than all else of a small call.
    return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether a request says that it has a body, be it an empty one of some type. */
export function saysBody({ headers }: Request): boolean {
  const length = headers.get('content-length') ?? '0';
  return headers.has('content-type') || headers.has('transfer-encoding') || length !== '0';
}

/**
 * The body as JSON.
 * @throws AppError 415 where it is not said to be JSON in UTF-8, 413 where it is too large or has too many parts, 400 INVALID_JSON where it is
 * broken, too deep or names a field twice.
 */
export async function readJson(request: Request, limit = MAX_BODY_BYTES): Promise<unknown> {
  requireJson(request);
  return jsonOf(await readBytes(request, limit));
}

/** The same where there may be no body, whatever type is said of it: undefined then. @throws AppError as readJson does */
export async function readJsonIfAny(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  requireJson(request);
  return jsonOf(bytes);
}

function requireJson({ headers }: Request): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const encoding = headers.get('content-encoding')?.toLowerCase();
  if (
    type.trim() !== 'application/json' ||
    (charset && !/^charset="?utf-8"?$/.test(charset)) ||
    (encoding && encoding !== 'identity')
  ) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      sentence('Send JSON in UTF-8, with Content-Type: application/json and without compression.'),
    );
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  requireFewParts(bytes);
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('INVALID_JSON', sentence('The body is not JSON.'), { cause });
  }
  if (namesAFieldTwice(text)) throw new AppError('INVALID_JSON', sentence('The body names a field twice.'));
  return value;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Looks at signs alone, before anything is made of them. @throws AppError where these bytes have more parts or levels than any call takes */
function requireFewParts(bytes: Uint8Array): void {
  let parts = 0;
  let level = 0;
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === QUOTE) at = endOfText(bytes, at);
    else if (sign === COMMA || sign === COLON) parts++;
    else if (sign === LIST_END || sign === OBJECT_END) level--;
    else if (sign === LIST || sign === OBJECT) {
      parts++;
      level++;
    } else continue;
    if (level > MOST_LEVELS)
      throw new AppError(
        'INVALID_JSON',
        sentence('The body has more than {most, number} lists and objects within each other.', { most: MOST_LEVELS }),
      );
    if (parts > MOST_PARTS)
      throw new AppError('BODY_TOO_LARGE', sentence('The body has more fields and values than any call takes.'));
  }
}

/** Where the quote stands that ends the text which begins here. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Whether an object in this valid JSON text has the same key twice: parsers disagree on which one counts, so neither does. */
function namesAFieldTwice(json: string): boolean {
  const scopes: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  const colon = /\s*:/y;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [piece] = match;
    if (piece === '{') scopes.push(new Set());
    else if (piece === '[') scopes.push(null);
    else if (piece === '}' || piece === ']') scopes.pop();
    else {
      const keys = scopes.at(-1);
      // However many blanks stand before the colon.
      colon.lastIndex = token.lastIndex;
      if (!keys || !colon.test(json)) continue;
      const key: string = piece.includes('\\') ? JSON.parse(piece) : piece.slice(1, -1);
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
