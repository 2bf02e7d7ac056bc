import type { ErrorBody } from '#contract/errors.ts';
import type { Hono } from 'hono';
import { errorResponse } from '#server/engine/http/errors.ts';
import { newRequestId, type Origin } from '#server/engine/http/router.ts';
import { apiKeyHandlers } from '#server/office/api-keys/api-keys.routes.ts';
import { webhookHandlers } from '#server/office/webhooks/webhooks.routes.ts';
import { buyerKeyHandlers } from '#server/buying/buyer-keys/buyer-keys.routes.ts';
import { punchoutHandlers } from '#server/buying/punchout/punchout.routes.ts';
import { createPunchoutSite } from '#server/buying/punchout/punchout-site.ts';
import { TRIED_PATH } from '#server/buying/punchout/tried-page.ts';
import type { ShopParts } from './parts.ts';

/** Keys, webhooks and connections of other systems. */
export function doorHandlers(parts: ShopParts) {
  return {
    ...apiKeyHandlers(parts),
    ...buyerKeyHandlers(parts),
    ...webhookHandlers(parts),
    ...punchoutHandlers(parts),
  };
}

/** What the purchasing systems of companies and their people open, whoever else is signed in in their browser. */
export function mountPunchout(app: Hono<{ Bindings: Origin }>, parts: ShopParts): void {
  // Purchasing systems read these, and pages that are in English.
  const refusal = (error: unknown, call: string) => errorResponse(error, null, newRequestId(), parts.log, call);
  const site = createPunchoutSite({
    ...parts,
    refusal,
    close: parts.payments.close,
    failure: async (error) =>
      (await refusal(error, 'POST /punchout/cxml').json()) as Pick<ErrorBody, 'code' | 'message'>,
  });
  app.all('/punchout/oci', ({ req, env }) => site.oci(req.raw, env.clientAddress));
  app.all('/punchout/cxml', ({ req, env }) => site.cxml(req.raw, env.clientAddress));
  app.all(TRIED_PATH, ({ req, env }) => site.tried(req.raw, env.clientAddress));
  app.all('/punchout/start/:token', ({ req, env }) => site.start(req.raw, req.param('token'), env.clientAddress));
  for (const path of ['/punchout/visit/:token', '/punchout/visit/:token/*'] as const)
    app.all(path, ({ req, env }) => site.visit(req.raw, req.param('token'), env.clientAddress));
}
