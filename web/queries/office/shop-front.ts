import { call, type CallAnswer } from '#web/api/call.ts';
import type { Source } from '#web/api/source.ts';

/** What visitors may know of the shop's settings: company, texts, and where it delivers. */
export const shopFront: Source<CallAnswer<'GET /shop'>> = {
  key: ['shop'],
  fetch: (transport) => call('GET /shop', {}, transport),
};
