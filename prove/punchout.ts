import { createHash } from 'node:crypto';
import { textAt } from '#server/buying/punchout/cxml-read.ts';
import { openTakingSystem, type TakingSystem } from '#server/buying/punchout-documents/system-for-tests.ts';
import { type Arena, openArena } from './arena.ts';
import { missingPieces, STOCK } from './books.ts';
import { publish } from './proof.ts';
import { documentsOf, keptSecrets, untilDelivered, wrongDocuments, wrongOrders } from './punchout-ends.ts';
import { orderAllAgain, sendOrder } from './punchout-orders.ts';
import {
  type Answered,
  buyersSide,
  type Chosen,
  type Connected,
  cxmlLines,
  fill,
  HOOK,
  messageOf,
  ociLines,
  orderMessageOf,
  type Play,
  setupOf,
  startOf,
  statusOf,
} from './punchout-side.ts';
import { pause, random } from './random.ts';
import { killProcesses } from './storm.ts';

const CLIENTS = 12;
const TOOLS = 6;
const KILLS = 20;
const PACK = 12;
/** Of 100 pieces, and what companies pay by the list as it is by turns: 10 % off, and 20 %. */
const LIST_PRICE = 24.86;
const PRICES = [22.37, 19.89] as const;
const PRICE_EVERY_MS = 150;
/** Of so many addresses of visits, the last ones, it is looked in every table whether they stand there. */
const TOKENS = 5;

/** Both sides of the doors for large buyers, with faults: whatever is sent twice, late, cut or with a wrong secret, and whoever dies. */
export async function provePunchout(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const logged: string[] = [];
  const arena = await openArena(1, chance.pick, {
    settingsOf: () => ({ LOG_LEVEL: 'info', WEBHOOK_HOSTS: '127.0.0.1' }),
    heard: (line) => void logged.push(line),
  });
  const systems: TakingSystem[] = [];
  const tally = new Map<string, number>();
  const unexpected: string[] = [];
  const told = (what: string, { status, text }: Answered) => {
    const key = `${what} ${status}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (![0, 200, 303, 401, 410, 503].includes(status)) unexpected.push(`${key} ${text.slice(0, 200)}`);
  };
  try {
    const list = await arena.admin.call('POST', '/price-list', { name: 'Race', percentOff: 10 });
    const priceList = String(list.body['_id']);
    const connections: Connected[] = [];
    for (const kind of ['oci', 'cxml', 'cxml'] as const) {
      if (kind === 'cxml') systems.push(await openTakingSystem());
      connections.push(
        await connect(arena, { kind, priceList, documents: kind === 'cxml' ? systems.at(-1)!.url : null }),
      );
    }
    const play: Play = {
      arena,
      chance,
      side: buyersSide(() => chance.pick(arena.shops).url, told),
      tools: await toolsOf(arena),
      priceList,
      connections,
      tokens: [],
      orders: [],
      counted: { visits: 0, given: 0, expired: 0, wrongSecrets: 0, replays: 0, cut: 0, prices: 0 },
      broken: { secret: [], start: [], over: [], basket: [], twice: [] },
    };
    const { counted, broken, side } = play;
    const traffic = { isOver: false };
    const buyers = Array.from({ length: CLIENTS }, async () => {
      while (!traffic.isOver) await visitAndOrder(play, chance.pick(connections));
    });
    const prices = (async () => {
      while (!traffic.isOver) await changePrice(play);
    })();
    const faults = (async () => {
      for (; !traffic.isOver; await pause(PRICE_EVERY_MS))
        for (const system of systems) system.answerWith(chance.pick([200, 200, 500, 401]), chance.pick([200, 200, 0]));
    })();
    const kills = await killProcesses(arena, chance, KILLS);
    traffic.isOver = true;
    await Promise.all([...buyers, prices, faults]);
    for (const system of systems) system.answerWith(200);
    const misplaced = await wrongOrders(play);
    const sentAgain = await orderAllAgain(play);
    const atRest = await untilDelivered(arena);
    const secrets = [...connections.map(({ secret }) => secret), DOCUMENT_SECRET];
    return publish({
      name: 'punchout',
      title: 'Doors for large buyers, from both sides, with faults',
      how: `Two processes of the built shop on one PostgreSQL. ${CLIENTS} people of three companies come by OCI and cXML, fill baskets in pieces and boxes, give them back and order by cXML, while prices change, visits run out, messages come twice, late or are cut, secrets are wrong, the buyers' own systems refuse or cut documents, and processes are killed (SIGKILL). Random seed ${randomSeed}.`,
      measurements: [
        ['visits begun, baskets given back', `${counted.visits}, ${counted.given}`],
        [
          'orders sent, placed',
          `${play.orders.length}, ${play.orders.filter(({ said }) => said.includes('200')).length}`,
        ],
        ['messages sent again, cut by the buyer', `${counted.replays}, ${counted.cut}`],
        ['wrong secrets, visits that had run out', `${counted.wrongSecrets}, ${counted.expired}`],
        ['changes of prices', counted.prices],
        ['documents that came, those of a number counted once', documentsOf(systems)],
        ['processes killed', kills],
        ['answers lost', side.lost],
        ['lines of the log read', logged.length],
        [
          'answers',
          [...tally]
            .toSorted()
            .map(([what, count]) => `${what}: ${count}`)
            .join(', '),
        ],
      ],
      promises: [
        ['a wrong secret opens no door', broken.secret],
        ['an address that begins a visit begins one', broken.start],
        ['a visit that has run out shows and gives back nothing', broken.over],
        [
          'a basket comes back as it was filled, whole, at a price that was set, as often as it is asked for',
          broken.basket,
        ],
        [
          'a message is one order, in whichever windows and how often it comes; another with its number is refused',
          [...broken.twice, ...sentAgain],
        ],
        ['an order has the prices that it was sent with; what was refused is not there', misplaced],
        [
          'each order has one confirmation and one invoice, of the same bytes each time, and none of another company',
          [...atRest, ...(await wrongDocuments(play, systems))],
        ],
        [
          'no secret and no address of a visit stands in a table or a line of the log',
          [
            ...(await keptSecrets(arena, [...secrets, ...play.tokens.slice(-TOKENS)])),
            ...logged.filter((line) => [...secrets, ...play.tokens].some((secret) => line.includes(secret))),
          ],
        ],
        ['stock at the start = left + ordered', missing(await missingPieces(arena.database, play.tools))],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        ['no answer but the contract’s', unexpected],
      ],
    });
  } finally {
    await arena.close();
    for (const system of systems) await system.close();
    for (const shop of arena.shops) await shop.kill();
  }
}

const DOCUMENT_SECRET = 'proof-of-the-hub-that-it-is-the-shop';
const missing = (pieces: number) => (pieces === 0 ? [] : [`${pieces} pieces`]);

interface NewConnection {
  kind: 'oci' | 'cxml';
  priceList: string;
  /** Where documents go; null: nowhere. */
  documents: string | null;
}

async function connect({ admin, database }: Arena, { kind, priceList, documents }: NewConnection): Promise<Connected> {
  const invoiceAddress = { street: 'Havnegata 1', postalCode: '6770', town: 'Nordfjordeid', country: 'NO' };
  const company = await admin.call('POST', '/company', { name: kind, invoiceAddress, manager: 'ada@tradebench.test' });
  const companyId = String(company.body['_id']);
  await database.raw(`update companies set status = 'active', terms_days = 30, price_list_id = $2 where id = $1`, [
    companyId,
    priceList,
  ]);
  const [member] = await database.raw<{ id: string }>(
    `insert into company_members (company_id, user_id, role) select $1, id, 'manager' from users
     where email like 'buyer%@buyers.test' returning user_id as id`,
    [companyId],
  );
  const { status, body } = await admin.call('POST', '/punchout', {
    companyId,
    kind,
    userId: member?.id,
    name: 'Proof',
    units: { C62: 'EA', BX: 'BOX' },
    ...(documents === null
      ? {}
      : { documents: { url: documents, kinds: ['confirmation', 'invoice'], secret: DOCUMENT_SECRET } }),
  });
  if (status !== 201) throw new Error(`There is no connection: ${JSON.stringify(body)}`);
  return {
    id: String(body['_id']),
    kind,
    companyId,
    username: String(body['username']),
    secret: String(body['secret']),
  };
}

async function toolsOf({ admin }: Arena): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < TOOLS; at++) {
    const { body } = await admin.call('POST', '/tool', {
      name: `Punched ${at}`,
      description: 'For proofs',
      sku: `PUNCH-${at}`,
      price: LIST_PRICE,
      priceUnit: 100,
      packs: [{ code: 'BX', name: 'Box', pieces: PACK }],
      availableQuantity: STOCK,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
    });
    ids.push(String(body['_id']));
  }
  return ids;
}

async function changePrice({ arena, priceList, counted }: Play): Promise<void> {
  const percentOff = counted.prices % 2 === 0 ? 20 : 10;
  const answer = await arena.admin.call('PUT', `/price-list/${priceList}`, { name: 'Race', percentOff });
  if (answer.status === 200) counted.prices++;
  await pause(PRICE_EVERY_MS);
}

async function visitAndOrder(play: Play, connection: Connected): Promise<void> {
  const { chance, side, counted, broken, arena } = play;
  if (chance.chance(0.15)) return tryWrongSecret(play, connection);
  const cookie = `cookie-${chance.below(1e9)}`;
  const visit = await (connection.kind === 'oci' ? beginOci(play, connection) : beginCxml(play, connection, cookie));
  if (visit === null) return;
  counted.visits++;
  const chosen = await fill(side, visit, play.tools, chance);
  if (!chosen) return void broken.basket.push('a basket was not taken');
  if (chance.chance(0.1)) {
    const hash = createHash('sha256').update(visit.split('/').at(-1)!).digest('base64url');
    await arena.database.raw(
      `update punchout_visits set expires_at = now() - interval '1 second' where token_hash = $1`,
      [hash],
    );
    counted.expired++;
    for (const [path, form] of [
      ['basket', undefined],
      ['give-back', {}],
    ] as const) {
      const { status } = await side.untilAnswered(`${visit}/${path}`, form);
      if (status !== 410) broken.over.push(`${path} of a visit that had run out: ${status}`);
    }
    return;
  }
  // A window that is loaded again gives the same back.
  const pages = [await side.untilAnswered(`${visit}/give-back`, {})];
  if (chance.chance(0.3)) pages.push(await side.untilAnswered(`${visit}/give-back`, {}));
  for (const page of pages) checkBasket(play, connection, page, chosen, cookie);
  counted.given += pages.length;
  const message = connection.kind === 'cxml' ? orderMessageOf(pages.at(-1)!) : undefined;
  if (message && chance.chance(0.8)) await sendOrder(play, connection, message);
}

async function tryWrongSecret(
  { chance, side, counted, broken, connections }: Play,
  connection: Connected,
): Promise<void> {
  counted.wrongSecrets++;
  const { secret: others } = chance.pick(connections.filter((each) => each !== connection));
  const secret = chance.pick(['', 'wrong', others, connection.secret.slice(0, -1)]);
  const { kind, username } = connection;
  if (kind === 'oci') {
    const { status } = await side.untilAnswered('/punchout/oci', {
      USERNAME: username,
      PASSWORD: secret,
      HOOK_URL: HOOK,
    });
    if (status !== 401) broken.secret.push(`oci: ${status}`);
    return;
  }
  const request = chance.pick([setupOf('x'), '<ProfileRequest/>']);
  const code = statusOf(
    await side.untilAnswered('/punchout/cxml', messageOf(connection, secret, `w-${chance.below(1e9)}`, request)),
  );
  if (code !== '401') broken.secret.push(`cxml: ${code}`);
}

async function beginOci({ side, tokens, broken }: Play, { username, secret }: Connected): Promise<string | null> {
  const begun = await side.untilAnswered('/punchout/oci', { username, password: secret, hook_url: HOOK });
  const visit = /^\/punchout\/visit\/([\w-]{43})/.exec(begun.location);
  if (!visit) {
    broken.start.push(`oci: ${begun.status}`);
    return null;
  }
  tokens.push(visit[1]!);
  return visit[0];
}

/** The address that begins a visit, opened in three windows at once. */
async function beginCxml(
  { chance, side, tokens, arena, counted, broken }: Play,
  connection: Connected,
  cookie: string,
): Promise<string | null> {
  const message = messageOf(connection, connection.secret, `s-${cookie}`, setupOf(cookie));
  const prepared = await side.untilAnswered('/punchout/cxml', message);
  const start = statusOf(prepared) === '200' ? startOf(prepared) : '';
  if (start === '') {
    broken.start.push(`cxml: ${prepared.text.slice(0, 200)}`);
    return null;
  }
  const isLate = chance.chance(0.1);
  if (isLate) {
    const hash = createHash('sha256').update(start.split('/').at(-1)!).digest('base64url');
    await arena.database.raw(
      `update punchout_visits set start_until = now() - interval '1 second' where start_hash = $1`,
      [hash],
    );
    counted.expired++;
  }
  const opened = await Promise.all([1, 2, 3].map(() => side.once(start)));
  const begun = opened.filter(({ status }) => status === 303);
  const isSure = opened.every(({ status }) => status === 303 || status === 410);
  if (begun.length > (isLate ? 0 : 1))
    broken.start.push(`${begun.length} visits of one address${isLate ? ', too late' : ''}`);
  if (begun.length === 0 && isSure && !isLate) broken.start.push('an address that was not opened before began none');
  const visit = /^\/punchout\/visit\/([\w-]{43})/.exec(begun[0]?.location ?? '');
  if (visit) tokens.push(visit[1]!);
  return visit?.[0] ?? null;
}

function checkBasket({ broken }: Play, { kind }: Connected, page: Answered, chosen: Chosen, cookie: string): void {
  const message = kind === 'cxml' ? orderMessageOf(page) : undefined;
  const lines = kind === 'oci' ? ociLines(page) : message ? cxmlLines(message) : null;
  if (!lines) return void broken.basket.push(`no basket: ${page.status} ${page.text.slice(0, 100)}`);
  const said = lines.map(({ toolId, unit, quantity }) => `${toolId} ${quantity} ${unit}`).toSorted();
  const wanted = [...chosen]
    .map(
      ([toolId, { unit, quantity }]) =>
        `${toolId} ${quantity}${kind === 'oci' ? '.000' : ''} ${unit === '' ? 'EA' : 'BOX'}`,
    )
    .toSorted();
  if (said.join() !== wanted.join()) broken.basket.push(`${said.join()} instead of ${wanted.join()}`);
  for (const { unit, price, priceUnit } of lines) {
    const known = PRICES.map((each) => (each * (unit === 'BOX' ? PACK : 1)).toFixed(2) + (kind === 'oci' ? '0' : ''));
    if (!known.includes(price) || priceUnit !== '100') broken.basket.push(`${price} for ${priceUnit} ${unit}`);
  }
  if (message && textAt(message, 'BuyerCookie') !== cookie) broken.basket.push('the cookie of another visit');
}
