import { type Arena, openArena } from './arena.ts';
import { missingPieces } from './books.ts';
import type { Answer, Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { random, type Random } from './random.ts';

const BUYERS = 30;
/** Below the open orders that one person may have. */
const ROUNDS = 10;
const PIECES = 3;
/** What a version offers, in cents, the first and the second. */
const OFFERS = [
  { version: 1, unitPrice: 8, freight: 7.25, price: 31.25 },
  { version: 2, unitPrice: 7.5, freight: 0, price: 22.5 },
] as const;
const PEOPLE = { name: 'B', address: '1 Dock Road', phone: '5' };

/** A quote for which several things were done at the same moment, and what each was answered. */
interface Raced {
  id: string;
  accepted: Answer[];
  newer: Answer;
  withdrawn: Answer;
}

/** What the tables have of a quote. */
interface Kept {
  id: string;
  state: string;
  version: number;
  orders: number;
  /** Of its order, and of the version that stands, in cents. */
  total: number | null;
  freight: number | null;
  offeredTotal: number;
  offeredFreight: number;
}

/** Five accept a quote at once, at both of its prices, while its second version is sent and it is withdrawn. */
export async function proveQuotes(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(BUYERS, chance.pick);
  const { database, buyers, toolIds } = arena;
  try {
    const raced: Raced[] = [];
    for (let round = 0; round < ROUNDS; round++)
      raced.push(...(await Promise.all(buyers.map((buyer) => race(arena, buyer, chance)))));
    const kept = await database.raw<Kept>(
      `select q.id, q.state, q.version, count(o.id)::int as orders, max(o.total_cents) as total,
         max(o.freight_cents) as freight,
         v.total_cents as "offeredTotal", v.freight_cents as "offeredFreight"
       from quotes q join quote_versions v on v.quote_id = q.id and v.version = q.version
       left join orders o on o.quote_id = q.id
       group by q.id, v.total_cents, v.freight_cents`,
    );
    const quotes = new Map(kept.map((quote) => [quote.id, quote]));
    const ordered = (version: number) => kept.filter((each) => each.orders > 0 && each.version === version).length;
    return publish({
      name: 'quotes',
      title: 'Quotes that are accepted, replaced and withdrawn at once',
      how: `Two processes of the built shop on one PostgreSQL, ${BUYERS} buyers with ${ROUNDS} quotes each, ${BUYERS} at a time. Of each quote, at the same moment and in any order: five accept it, three at its first version and two at the second, that second version is sent, and the quote is withdrawn. Random seed ${randomSeed}.`,
      measurements: [
        ['ordered at the first version, at the second', `${ordered(1)}, ${ordered(2)}`],
        ['withdrawn before anybody had accepted', kept.filter(({ state }) => state === 'withdrawn').length],
        ['acceptances that were told of an order', raced.flatMap(({ accepted }) => accepted.filter(isOrder)).length],
      ],
      promises: [
        [
          'a quote becomes one order or none',
          kept.flatMap(({ id, orders, state }) =>
            orders === (state === 'ordered' ? 1 : 0) ? [] : [`${id}: ${orders}, ${state}`],
          ),
        ],
        ['the order has the price and freight of the version that was current', kept.flatMap(otherThanOffered)],
        [
          'whoever is told of an order is told of the same, at the price that they agreed to, and one of them placed it',
          raced.flatMap(toldOtherwise),
        ],
        [
          'whoever is refused had nothing to accept, and no version or withdrawal follows an order',
          raced.flatMap((each) => wronglyAnswered(each, quotes.get(each.id))),
        ],
        ['stock at the start = left + unpaid + paid', await missing(arena, toolIds)],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
      ],
    });
  } finally {
    await arena.close();
  }
}

async function race({ admin, toolId }: Arena, buyer: Buyer, chance: Random): Promise<Raced> {
  const [first, second] = OFFERS;
  const asked = await buyer.call('POST', '/quote', { lines: [{ toolId, quantity: PIECES }] });
  const id = String(asked.body['_id']);
  const offer = ({ unitPrice, freight }: (typeof OFFERS)[number]) => {
    const lines = [{ toolId, quantity: PIECES, unitPrice }];
    return admin.call('POST', `/quote/${id}/version`, { lines, freight, validUntil: '2999-12-31' });
  };
  const offered = await offer(first);
  if (asked.status !== 201 || offered.status !== 201) throw new Error(`No offer: ${JSON.stringify(offered.body)}`);
  const accept = ({ version, price }: (typeof OFFERS)[number]) =>
    buyer.call('POST', `/quote/${id}/accept`, { ...PEOPLE, version, price });
  const acts = [
    () => offer(second),
    () => admin.call('POST', `/quote/${id}/withdraw`),
    ...[first, first, first, second, second].map((which) => () => accept(which)),
  ];
  const answers: Answer[] = [];
  const mixed = [...acts.keys()]
    .map((index) => ({ index, at: chance.next() }))
    .toSorted((one, other) => one.at - other.at);
  await Promise.all(mixed.map(async ({ index }) => (answers[index] = await acts[index]!())));
  const [newer, withdrawn, ...accepted] = answers;
  return { id, accepted, newer: newer!, withdrawn: withdrawn! };
}

function isOrder({ status }: Answer): boolean {
  return status === 200 || status === 201;
}

function otherThanOffered({ id, total, freight, offeredTotal, offeredFreight }: Kept): string[] {
  if (total === null || (total === offeredTotal && freight === offeredFreight)) return [];
  return [`${id}: ${total} and ${freight}, offered ${offeredTotal} and ${offeredFreight}`];
}

function toldOtherwise({ id, accepted }: Raced): string[] {
  const told = accepted.filter(isOrder);
  if (told.length === 0) return [];
  const same = new Set(told.map(({ body }) => `${String(body['_id'])} ${String(body['price'])}`)).size === 1;
  const placed = told.filter(({ status }) => status === 201).length;
  return same && placed === 1 ? [] : [`${id}: ${placed} placed of ${told.length} told`];
}

/** Of those who came too late or too early; a version that is not there yet is a wrong request. */
function wronglyAnswered({ id, accepted, newer, withdrawn }: Raced, kept: Kept | undefined): string[] {
  const isOrdered = kept?.state === 'ordered';
  const codes = accepted.filter((answer) => !isOrder(answer)).map(({ body }) => String(body['code']));
  const allowed = isOrdered
    ? ['QUOTE_REPLACED', 'VALIDATION_ERROR']
    : ['QUOTE_OVER', 'QUOTE_REPLACED', 'VALIDATION_ERROR'];
  const wrong = codes.filter((code) => !allowed.includes(code));
  const isRight =
    withdrawn.status === (isOrdered ? 409 : 200) &&
    newer.status === (kept?.version === 2 ? 201 : 409) &&
    kept !== undefined;
  return isRight && wrong.length === 0
    ? []
    : [`${id}: ${wrong.join(' ')} version ${newer.status}, withdrawal ${withdrawn.status}, ${kept?.state ?? 'gone'}`];
}

async function missing({ database }: Arena, toolIds: readonly string[]): Promise<string[]> {
  const pieces = await missingPieces(database, toolIds);
  return pieces === 0 ? [] : [`${pieces} pieces`];
}
