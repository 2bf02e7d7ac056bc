import { sentence } from '#contract/sentences.ts';
import { z } from 'zod';
import type { Log } from '#server/log.ts';
import { AppError } from './app-error.ts';
import { readBytes } from './read-body.ts';

/** Browsers send a few hundred bytes; a batch of reports a few thousand. */
const MAX_REPORT_BYTES = 16 * 1024;
/** Anybody may post here, so only so many different lines are logged a minute; the rest is counted. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

const text = z.string().max(8_192).optional().catch(undefined);
/** As `report-uri` sends it (CSP 2). */
const Report = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
/** As the Reporting API sends it (CSP 3). */
const Batch = z.array(z.object({ body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }) }));

interface Violation {
  page: string;
  directive: string;
  blocked: string;
}

/** What browsers report about the pages' Content-Security-Policy. */
interface CspReports {
  /** 204, or the contract's 413, 415 or 400. */
  receive(request: Request): Promise<Response>;
  /** How many were reported since the start. */
  count(): number;
}

export function createCspReports(log: Log, now = Date.now): CspReports {
  let count = 0;
  let minute = 0;
  let logged = new Set<string>();
  const note = (violation: Violation) => {
    count += 1;
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      logged = new Set();
    }
    const line = JSON.stringify(violation);
    if (logged.has(line) || logged.size >= LINES_A_MINUTE) return;
    logged.add(line);
    log.warn({ ...violation, count }, 'a browser blocked something on a page');
  };
  return {
    count: () => count,
    async receive(request) {
      const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/csp-report' && type !== 'application/reports+json') {
        throw new AppError(
          'UNSUPPORTED_MEDIA_TYPE',
          sentence('Send application/csp-report or application/reports+json.'),
        );
      }
      const bytes = await readBytes(request, MAX_REPORT_BYTES);
      let violations: Violation[];
      try {
        violations = readReports(JSON.parse(Buffer.from(bytes).toString('utf8')));
      } catch (cause) {
        throw new AppError('INVALID_JSON', sentence('This is not a valid report.'), { cause });
      }
      for (const violation of violations) note(violation);
      return new Response(null, { status: 204 });
    },
  };
}

function readReports(value: unknown): Violation[] {
  if (Array.isArray(value)) {
    return Batch.parse(value).map(({ body }) => violation(body.documentURL, body.effectiveDirective, body.blockedURL));
  }
  const report = Report.parse(value)['csp-report'];
  return [
    violation(
      report['document-uri'],
      report['effective-directive'] ?? report['violated-directive'],
      report['blocked-uri'],
    ),
  ];
}

function violation(page = '', directive = '', blocked = ''): Violation {
  return { page: withoutQuery(page), directive: directive.slice(0, 64), blocked: withoutQuery(blocked) };
}

/** Addresses carry reset tokens and e-mails in their query: neither belongs in a log (attacks T96). */
function withoutQuery(address: string): string {
  return (address.split(/[?#]/)[0] ?? '').replace(/\/\/[^/@]*@/, '//').slice(0, 200);
}
