import { sentence } from '#contract/sentences.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/** A form of ours comes from a page of ours: whoever else has it sent by a browser knows no address of a visit anyway. */
export function refuseForeign({ headers }: Request, own: ReadonlySet<string>): void {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  const origin = headers.get('origin');
  if (!['same-origin', 'none'].includes(site) || (origin !== null && !own.has(origin)))
    throw new AppError('INVALID_ORIGIN', sentence('Pages of other sites cannot do this.'));
}
