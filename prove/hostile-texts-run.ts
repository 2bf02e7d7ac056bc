import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop } from '#server/shop-for-tests.ts';
import { hostileCalls, hostileRuns, longestCall, withAddress, withBody, withHeaders } from './hostile-texts.ts';
import { publish } from './proof.ts';

/** What one call may take of the processor, in ms. */
const LIMIT = 50;

/** Every call with every hostile text in each of its texts, in its address and in its headers. */
export async function proveHostileTexts(): Promise<boolean> {
  const shop = await openTestShop(await openDatabase({ memory: true }));
  const slow: string[] = [];
  const longest = { ms: 0, what: '' };
  let calls = 0;
  /** Headers are read before a call is looked at: one of each kind is enough. */
  const kinds = new Set<string>();
  try {
    await shop.tool({ name: 'Bench vice', sku: 'VICE-1' });
    const as = { authorization: `Bearer ${(await shop.person('Ada', 'admin')).token}` };
    for (const [name, call] of hostileCalls) {
      const kind = [call.method, call.path.split('/').length > 2, Boolean(call.body)].join();
      const readsHeaders = !kinds.has(kind);
      kinds.add(kind);
      for (const { what, text } of hostileRuns) {
        const requests = [...withBody(text, call, as), ...withAddress(text, call, as)];
        if (readsHeaders) requests.push(...withHeaders(text, call, as));
        calls += requests.length;
        const ms = await longestCall(requests, (request) => shop.app.fetch(request), LIMIT);
        if (ms > longest.ms) Object.assign(longest, { ms, what: `${name}, ${what}` });
        if (ms > LIMIT) slow.push(`${name}, ${what}: ${Math.round(ms)} ms`);
      }
      process.stdout.write(`\r${name.padEnd(40)}`);
    }
    process.stdout.write('\n');
  } finally {
    await shop.close();
  }
  return publish({
    name: 'hostile-texts',
    title: 'Hostile texts',
    how: `The ${hostileCalls.length} calls of the contract and of identity, each with ${hostileRuns.length} texts of 20 kB in every field of its body, as much of them as an address holds in its path and each value of its query, and the first 200 characters of them where bounds let those pass; one call of each kind with them in its headers; on PGlite, whose time counts. A call above the limit is made up to four times, and the best counts.`,
    measurements: [
      ['calls', calls],
      ['longest call', `${longest.ms.toFixed(1)} ms of processor (${longest.what})`],
    ],
    promises: [[`no call takes more than ${LIMIT} ms of processor`, slow]],
  });
}
