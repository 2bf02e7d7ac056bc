import { sentence } from '#contract/sentences.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { readBytes } from '#server/engine/http/read-body.ts';

/** More fields than a form of ours has, or a buyer's system sends. */
const MOST_FIELDS = 5_000;

/** A form as a browser sends it. @throws AppError 415, 413, 400 for what is no text */
export async function readForm(request: Request, limit?: number): Promise<URLSearchParams> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send a form (application/x-www-form-urlencoded).'));
  const bytes = await readBytes(request, limit);
  let fields = 1;
  for (const sign of bytes) if (sign === 0x26) fields++;
  if (fields > MOST_FIELDS) throw new AppError('BODY_TOO_LARGE', sentence('The form has too many fields.'));
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Fields by their names in capital letters, the first of each: systems write the names as they like. */
export function inCapitals(fields: URLSearchParams): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of fields) {
    const capital = name.toUpperCase();
    if (!found.has(capital)) found.set(capital, value);
  }
  return found;
}
