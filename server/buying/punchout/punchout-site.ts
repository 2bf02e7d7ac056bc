import { sentence } from '#contract/sentences.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import { toldOf } from '#server/engine/processes/heartbeat.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { noteCall } from './log.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createCxml } from './cxml.ts';
import { createOci } from './oci.ts';
import { pageResponse, PRIVATE, problemPage } from './page-shell.ts';
import { buyersOrigins } from './return-address.ts';
import { framersOf, startVisit } from './visits.ts';
import { TRIED_PATH, triedPage } from './tried-page.ts';
import type { CloseOrder } from './withdrawn-order.ts';
import { createVisitSite } from './visit-site.ts';

/** How often one network may come in by any of these doors in a minute: an office behind one address. */
const CALLS_PER_MINUTE = 300;
/** How many pages of visits one network may open in a minute. */
const PAGES_PER_MINUTE = 1_200;

interface SiteParts extends Parts {
  settings: SettingsStore;
  /** How an order that is owed is closed. */
  close: CloseOrder;
  /** How a failure is answered by calls, with the words that a page says, too. */
  refusal(error: unknown, call: string): Response;
  /** The same as code and words. */
  failure(error: unknown): Promise<{ code: ErrorCode; message: string }>;
}

/** What a buyer's system and its people open: the doors, the address that begins a visit, and the pages of visits. */
export function createPunchoutSite(parts: SiteParts) {
  const { config, database, refusal } = parts;
  const oci = createOci(parts);
  const site = createVisitSite(parts);
  const cxml = createCxml(parts, parts.failure);
  const limit = createNetworkLimit(CALLS_PER_MINUTE);
  const limitPages = createNetworkLimit(PAGES_PER_MINUTE);

  /** A failure, as a page to whoever reads pages. @param token of the visit that it is of, if any */
  const refused = async (error: unknown, call: string, request: Request, token: string | null): Promise<Response> => {
    const answer = refusal(error, call);
    const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
    if (!isPage) {
      for (const [name, value] of Object.entries(PRIVATE)) answer.headers.set(name, value);
      return answer;
    }
    const { message } = (await answer.clone().json()) as { message: string };
    const framers = token === null ? null : await framersOf(database.db, token).catch(() => null);
    const page = pageResponse(
      problemPage(message),
      { framers: framers ? buyersOrigins(framers.returnTo, framers.hosts) : [] },
      answer.status,
    );
    for (const name of ['retry-after', 'allow']) {
      const value = answer.headers.get(name);
      if (value !== null) page.headers.set(name, value);
    }
    return page;
  };
  const answered = (call: string, request: Request, token: string | null, work: () => Promise<Response>) =>
    toldOf(call, async () => {
      try {
        return await work();
      } catch (error) {
        return refused(error, call, request, token);
      }
    });

  return {
    oci: (request: Request, clientAddress: string) =>
      answered(`${request.method} /punchout/oci`, request, null, async () => {
        if (config.rateLimits) limit(clientAddress);
        return oci(request, clientAddress);
      }),

    cxml: (request: Request, clientAddress: string) =>
      toldOf(`${request.method} /punchout/cxml`, () => cxml(request, clientAddress)),

    start: (request: Request, token: string, clientAddress: string) =>
      answered(`${request.method} /punchout/start`, request, null, async () => {
        if (config.rateLimits) limit(clientAddress);
        // Whoever only looks whether there is something has not opened it.
        if (request.method !== 'GET') throw new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts GET.'));
        const {
          token: visit,
          opens,
          connectionId,
          isTried,
        } = await transaction(database, (tx) => startVisit(tx, token));
        await noteCall(database.db, connectionId, { what: isTried ? 'try' : 'start', ok: true, said: 'Began a visit' });
        const path = opens === null ? '' : opens;
        return new Response(null, {
          status: 303,
          headers: { location: `/punchout/visit/${visit}/${path}`, ...PRIVATE },
        });
      }),

    /** Where a try-out gives its basket back to. */
    tried: (request: Request, clientAddress: string) =>
      answered(`${request.method} ${TRIED_PATH}`, request, null, async () => {
        if (config.rateLimits) limit(clientAddress);
        return triedPage(request, config);
      }),

    visit: (request: Request, token: string, clientAddress: string) =>
      answered(`${request.method} /punchout/visit`, request, token, async () => {
        if (config.rateLimits) limitPages(clientAddress);
        return site(request, token);
      }),
  };
}
