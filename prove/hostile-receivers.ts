import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { google } from '#server/people/identity/google.ts';
import { createLog } from '#server/log.ts';
import { HOSTILE_MAIL } from '#server/people/mail/hostile-for-tests.ts';
import { smsSender, smtpSender } from '#server/people/mail/senders.ts';
import { createSpans } from '#server/engine/observe/spans.ts';
import { HOSTILE, HOSTILITIES, type Hostile, openHostile } from '#server/engine/outside/hostile-for-tests.ts';
import { createProvider } from '#server/money/payments/provider.ts';
import { openBucket } from '#server/engine/pictures/bucket.ts';
import { checkPicture } from '#server/engine/pictures/check-picture.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { openReceiver, type Receiver } from '#server/office/webhooks/receiver-for-tests.ts';
import { channel } from 'node:diagnostics_channel';
import { publish } from './proof.ts';
import { pause } from './random.ts';

/** So many endpoints that never answer stand beside the good one at a time: one less than a shop may have. */
const BESIDE = 19;
const ORDERS = 10;
/** A caller may take a second longer than its limit on a machine that is busy. */
const GRACE_MS = 1_000;
const letter = {
  id: 'proof',
  to: 'alice@people.test',
  about: 'order' as const,
  subject: 'Proof',
  text: 'Proof',
  html: '<p>Proof</p>',
  attachments: [],
};
const s3 = { endpoint: '', bucket: 'proof', region: 'auto', accessKeyId: 'proof', secretAccessKey: 'proof' };

/** Whoever the shop calls, what it calls them for, and how long that may take at most, in ms. */
const CALLERS: Record<string, { limitMs: number; call: (url: string) => Promise<unknown> }> = {
  'a look at a picture': {
    // It follows three redirects.
    limitMs: 4 * 5_000,
    call: (url) => checkPicture(url, readConfig({ WEBHOOK_HOSTS: '127.0.0.1' }), new AbortController().signal),
  },
  'the store of pictures': {
    limitMs: 2 * 8_000,
    call: (url) => openBucket({ ...s3, endpoint: url }, 'uploads').get('a.webp'),
  },
  SMS: {
    limitMs: 10_000,
    call: (url) => smsSender({ url, token: 'proof', from: 'Proof' })({ ...letter, to: '+1555' }),
  },
  Stripe: {
    limitMs: 8_000,
    call: (url) =>
      createProvider(
        {
          kind: 'stripe',
          secretKey: 'sk_test_proof',
          publishableKey: 'pk_test_proof',
          webhookSecret: 'w',
          apiBase: url,
        },
        createLog('silent'),
        undefined,
      ).findIntent('pi_proof'),
  },
  Google: { limitMs: 8_000, call: askGoogle },
  'the collector of traces': { limitMs: 5_000, call: tellCollector },
};

function askGoogle(url: string): Promise<unknown> {
  const plugin = google({
    issuers: [url],
    authorizationEndpoint: url,
    tokenEndpoint: url,
    jwksUri: url,
    clientId: 'proof',
    clientSecret: 'proof',
  });
  if (!plugin.init) throw new Error('the plugin begins with nothing');
  const { context } = plugin.init({} as never) as {
    context: { socialProviders: [{ validateAuthorizationCode(data: object): Promise<unknown> }] };
  };
  return context.socialProviders[0].validateAuthorizationCode({ code: 'c', redirectURI: url });
}

async function tellCollector(url: string): Promise<void> {
  const spans = createSpans(
    { endpoint: url.slice(0, -1), headers: {}, service: 'proof', share: 1 },
    channel('tradebench:proof'),
  );
  spans
    .begin({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true, parentId: undefined }, 'GET')
    ?.end('/', 200);
  await spans.stop();
}

/** How long a call took in ms, however it ended; null where it did not end in the time. */
async function timed(limitMs: number, work: Promise<unknown>): Promise<number | null> {
  const began = performance.now();
  const late = pause(limitMs + GRACE_MS).then(() => null);
  const ended = work.then(
    () => performance.now() - began,
    () => performance.now() - began,
  );
  return Promise.race([ended, late]);
}

/** Whoever is called may answer whatever they like: each call ends, and a good receiver beside gets all it is to get. */
export async function proveHostileReceivers(): Promise<boolean> {
  const server = await startPostgres();
  const shop = await openTestShop(await openDatabase({ url: await server.createDatabase() }), {
    WEBHOOK_HOSTS: '127.0.0.1',
  });
  const hostile = new Map<string, Hostile>();
  for (const hostility of HOSTILITIES) hostile.set(hostility, await openHostile(HOSTILE[hostility]));
  const memory = process.memoryUsage().rss;
  const pending: string[] = [];
  const measurements: [string, string | number][] = [['ways to behave, over HTTP', hostile.size]];
  try {
    for (const [who, { limitMs, call }] of Object.entries(CALLERS)) {
      const took = await Promise.all(
        [...hostile].map(async ([hostility, { url }]) => {
          const ms = await timed(limitMs, call(url));
          if (ms === null) pending.push(`${who}, where it ${hostility}`);
          return ms ?? Number.POSITIVE_INFINITY;
        }),
      );
      measurements.push([`${who}: slowest of them, of a limit of ${limitMs / 1_000} s`, seconds(Math.max(...took))]);
    }
    measurements.push(await mailServers(pending));
    const lost: string[] = [];
    measurements.push(...(await webhooks(shop, [...hostile], pending, lost)));
    measurements.push(['memory more than before', `${Math.round((process.memoryUsage().rss - memory) / 1e6)} MB`]);
    return publish({
      name: 'hostile-receivers',
      title: 'Hostile receivers',
      how: `One process of the shop calls receivers that answer 101, 100 without end, half a body, a body without end or that unpacks without end, headers a byte at a time, garbage, resets, or nothing (\`server/engine/outside/hostile-for-tests.ts\`). Webhooks go to ${BESIDE} of them at a time, with a good receiver beside them and ${ORDERS} orders for each round.`,
      measurements,
      promises: [
        ['every call ends within its limit', pending],
        ['the good receiver gets every message within five seconds', lost],
      ],
    });
  } finally {
    await shop.close();
    for (const each of hostile.values()) await each.close();
    await server.stop();
  }
}

async function mailServers(pending: string[]): Promise<[string, string]> {
  const limitMs = 60_000;
  const took = await Promise.all(
    Object.entries(HOSTILE_MAIL).map(async ([hostility, behaviour]) => {
      const receiver = await openHostile(behaviour, { speaksFirst: true });
      const from = { name: 'Proof', address: 'proof@shop.test' };
      const send = smtpSender(`smtp://127.0.0.1:${receiver.port}`, from, async () => 'Proof');
      const ms = await timed(limitMs, send(letter));
      if (ms === null) pending.push(`the mail server, where it ${hostility}`);
      await receiver.close();
      return ms ?? Number.POSITIVE_INFINITY;
    }),
  );
  return [
    `the mail server, in ${took.length} ways: slowest of them, of a limit of ${limitMs / 1_000} s`,
    seconds(Math.max(...took)),
  ];
}

async function webhooks(
  shop: TestShop,
  hostile: [string, Hostile][],
  pending: string[],
  lost: string[],
): Promise<[string, string | number][]> {
  const ada = await shop.person('Ada', 'admin');
  const alice = await shop.person('Alice');
  const tool = await shop.tool({ availableQuantity: 100_000 });
  const good = await openReceiver();
  const listen = async (url: string) => {
    const made = await shop.call('POST', '/webhook', { as: ada.token, body: { url, events: ['order.placed'] } });
    return ((await made.json()) as { _id: string })._id;
  };
  let slowest = 0;
  let attempts = 0;
  for (let from = 0; from < hostile.length; from += BESIDE) {
    const named = new Map<string, string>();
    for (const [hostility, { url }] of hostile.slice(from, from + BESIDE)) named.set(await listen(url), hostility);
    await listen(good.url);
    for (let order = 0; order < ORDERS; order++) {
      const before = good.got.length;
      await shop.order(alice.token, tool);
      const ms = await arrival(good, before);
      slowest = Math.max(slowest, ms);
      if (ms > 5_000) lost.push(`order ${order} of the round from ${from}`);
    }
    // Two at a time to each, eight in all, fifteen seconds each: all have been tried by then.
    const until = Date.now() + 120_000;
    let untried: string[] = [];
    do {
      await pause(1_000);
      const rows = await shop.parts.database.raw<{ id: string }>(
        `select d.webhook_id as id from webhook_deliveries d join webhook_answers a on a.delivery_id = d.id group by 1`,
      );
      untried = [...named].filter(([id]) => !rows.some((row) => row.id === id)).map(([, hostility]) => hostility);
    } while (untried.length > 0 && Date.now() < until);
    pending.push(...untried.map((hostility) => `a webhook, where it ${hostility}`));
    const [counted] = await shop.parts.database.raw<{ attempts: number }>(
      'select count(*)::int as attempts from webhook_answers',
    );
    attempts += counted?.attempts ?? 0;
    await shop.parts.database.raw('delete from webhooks');
  }
  await good.close();
  return [
    ['webhooks: attempts that ended and were written down', attempts],
    ['the good receiver beside them: slowest message of all', seconds(slowest)],
  ];
}

/** How long it takes in ms until one more message is there. */
async function arrival(good: Receiver, before: number): Promise<number> {
  const began = performance.now();
  while (good.got.length <= before && performance.now() - began < 30_000) await pause(20);
  return performance.now() - began;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
