import { type Arena, openArena } from './arena.ts';
import type { Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { random } from './random.ts';

const BUYERS = 64;
/** Of each buyer, who may have 20 unpaid ones; together they are a thousand. */
const ORDERS = 16;
/** So many are taken out while they order. */
const TAKEN_OUT = 32;
/** Goods of one piece by the list as it is by turns: 10 % off 10, and 20 %. */
const GOODS: readonly unknown[] = [9, 8];
const PEOPLE = { name: 'B', address: '1 Dock Road', phone: '5' };

interface Play {
  arena: Arena;
  companyId: string;
  priceList: string;
  /** All orders are placed that race with the list. */
  over: boolean;
  counted: Record<'placed' | 'mismatches' | 'busy' | 'changes' | 'before' | 'after', number>;
  unexpected: string[];
  otherPrice: string[];
  afterwards: string[];
}

/** A list is changed without a pause while a thousand orders are placed by it; then people are taken out while they order. */
export async function proveCompanies(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(BUYERS, chance.pick, {});
  try {
    const counted = { placed: 0, mismatches: 0, busy: 0, changes: 0, before: 0, after: 0 };
    const play: Play = {
      arena,
      ...(await companyWithList(arena)),
      over: false,
      counted,
      unexpected: [],
      otherPrice: [],
      afterwards: [],
    };
    const changing = (async () => {
      while (!play.over) await changeList(play);
    })();
    await Promise.all(arena.buyers.map((buyer) => orderAsShown(play, buyer)));
    play.over = true;
    await changing;
    const leaving = arena.buyers.slice(0, TAKEN_OUT);
    await Promise.all(leaving.map((buyer) => takeOut(play, buyer)));
    return publish({
      name: 'companies',
      title: 'Prices and people of a company in a race',
      how: `Two processes of the built shop on one PostgreSQL, ${BUYERS} buyers of one company. Each asks ${ORDERS} times what a piece costs, and orders it at what was said, while an admin changes the company's list between 10 % and 20 % off without a pause. Then ${TAKEN_OUT} of them order without a pause, and are taken out meanwhile. Random seed ${randomSeed}.`,
      measurements: [
        ['orders placed, refused for another price', `${counted.placed}, ${counted.mismatches}`],
        ['changes of the list meanwhile', counted.changes],
        ['calls answered with 503: the price was another at each try', counted.busy],
        ['answers to those who were taken out: orders before, refusals after', `${counted.before}, ${counted.after}`],
      ],
      promises: [
        ['every order has one of the two prices, the one that was shown', play.otherPrice],
        ['whoever is out orders nothing for the company', play.afterwards],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        ['no answer but the contract’s', play.unexpected],
      ],
    });
  } finally {
    await arena.close();
  }
}

async function companyWithList({ admin, database }: Arena): Promise<Pick<Play, 'companyId' | 'priceList'>> {
  const list = await admin.call('POST', '/price-list', { name: 'Race', percentOff: 10 });
  const invoiceAddress = { street: 'Havnegata 1', postalCode: '6770', town: 'Nordfjordeid', country: 'NO' };
  const made = await admin.call('POST', '/company', { name: 'Race', invoiceAddress, manager: 'ada@tradebench.test' });
  if (list.status !== 201 || made.status !== 201) throw new Error(`There is no company: ${JSON.stringify(made.body)}`);
  const [companyId, priceList] = [String(made.body['_id']), String(list.body['_id'])];
  await database.raw(`update companies set status = 'active', price_list_id = $2 where id = $1`, [
    companyId,
    priceList,
  ]);
  await database.raw(
    `insert into company_members (company_id, user_id, role)
     select $1, id, 'buyer' from users where email like 'buyer%@buyers.test'`,
    [companyId],
  );
  return { companyId, priceList };
}

async function changeList({ arena: { admin }, priceList, counted, unexpected }: Play): Promise<void> {
  const percentOff = counted.changes % 2 === 0 ? 20 : 10;
  const answer = await admin.call('PUT', `/price-list/${priceList}`, { name: 'Race', percentOff });
  if (answer.status === 200) counted.changes++;
  else unexpected.push(`list: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function orderAsShown(play: Play, buyer: Buyer): Promise<void> {
  const { arena, companyId, counted } = play;
  for (let turn = 0; turn < ORDERS; turn++) {
    const lines = [{ toolId: arena.toolId, quantity: 1 }];
    const shown = await buyer.call('POST', '/price', { lines, companyId });
    const { price } = shown.body;
    const answer = await buyer.call('POST', '/order', { ...PEOPLE, lines, companyId, price });
    const { status, body } = answer;
    if (status === 201) counted.placed++;
    if (status === 201 && (body['price'] !== price || !GOODS.includes(body['goods'])))
      play.otherPrice.push(`${String(body['goods'])} where ${String(price)} was shown`);
    if (body['code'] === 'PRICE_MISMATCH') counted.mismatches++;
    else if (status === 503) counted.busy++;
    else if (status !== 201) play.unexpected.push(`order: ${status} ${JSON.stringify(body)}`);
  }
}

/** Orders until it is refused, while a manager takes the buyer out. */
async function takeOut(play: Play, buyer: Buyer): Promise<void> {
  const { arena, companyId, counted } = play;
  const [person] = await arena.database.raw<{ id: string }>('select id from users where email = $1', [buyer.email]);
  let isOut = false;
  const taking = (async () => {
    const answer = await arena.admin.call('DELETE', `/company/${companyId}/member/${person?.id ?? ''}`);
    if (answer.status !== 200) play.unexpected.push(`taken out: ${answer.status} ${JSON.stringify(answer.body)}`);
    isOut = true;
  })();
  for (let refusals = 0; refusals < 2;) {
    const wasOut = isOut;
    const order = { ...PEOPLE, companyId, toolId: arena.toolId, quantity: 1 };
    const { status, body } = await buyer.call('POST', '/order', order);
    if (status === 201) counted.before++;
    if (status === 201 && (wasOut || refusals > 0)) play.afterwards.push(`${buyer.email} ordered after they were out`);
    if (body['code'] === 'COMPANY_NOT_FOUND') {
      refusals++;
      counted.after++;
    } else if (body['code'] === 'TOO_MANY_OPEN_ORDERS' || body['code'] === 'RATE_LIMITED') await taking;
    else if (status !== 201) {
      play.unexpected.push(`order: ${status} ${JSON.stringify(body)}`);
      return;
    }
  }
  await taking;
}
