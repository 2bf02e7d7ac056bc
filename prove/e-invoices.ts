import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { addMoney, lessMoney } from '#contract/money-sums.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { type Arena, openArena } from './arena.ts';
import {
  COST_CENTRE,
  companyOf,
  hasBox,
  MOST_LINES,
  numberTools,
  settle,
  SHOPS,
  toolsOf,
} from './e-invoice-parties.ts';
import { publish } from './proof.ts';
import { type Random, random } from './random.ts';

const ORDERS = 320;
/** Judged by one process of the runner; it loads the rules once. */
const FILES_A_RUN = 40;
const JUDGES = 2;
const FORMATS = ['peppol', 'xrechnung', 'cii'] as const;

const DESTINATIONS = [
  { street: 'Hauptstraße 5', postalCode: '50667', town: 'Köln', country: 'DE' },
  { street: '1 Rue du Bac', postalCode: '75007', town: 'Paris', country: 'FR', vatId: 'FR40303265045' },
  { street: '2 Rue du Bac', postalCode: '75007', town: 'Paris', country: 'FR' },
  { street: 'ul. Długa 1', postalCode: '00-238', town: 'Warszawa', country: 'PL', vatId: 'PL5260001246' },
  { street: '500 Main St', postalCode: '78701', town: 'Austin', region: 'TX', country: 'US' },
  { street: 'Bahnhofstrasse 1', postalCode: '8001', town: 'Zürich', country: 'CH' },
  { street: 'Calle Mayor 1', postalCode: '35001', town: 'Las Palmas', country: 'IC' },
  { street: '1 High Street', postalCode: 'BT1 5GS', town: 'Belfast', country: 'GB', vatId: 'XI110305878' },
];
const NAMES = [
  'Zoë Łukasz & Söhne',
  '株式会社 工具',
  'Кузница <Молот>',
  `${'Very Long Company '.repeat(7).trim()}`,
  'O’Neil "Tools" ]]> Ltd',
];

interface Paper {
  file: string;
  format: (typeof FORMATS)[number];
}

interface Play {
  arena: Arena;
  chance: Random;
  folder: string;
  company: Company;
  toolIds: string[];
  papers: Paper[];
  orders: number;
  onAccount: number;
  /** Invoices of parcels. */
  byDelivery: number;
  refunds: number;
  categories: Map<string, number>;
  disagreeing: string[];
  unexpected: string[];
  withoutFacts: number;
}

/**
 * Has orders made at random paid and partly given back, and every paper of them judged by the authorities' rules.
 * @param rules a folder with `validate.mjs`, compiled rules and saxon-js, none of which is the project's to ship
 */
export async function proveEInvoices(
  rules?: string,
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const runner = resolve(rules ?? '.', 'validate.mjs');
  if (rules === undefined || !existsSync(runner))
    throw new Error(
      'Say the folder that holds validate.mjs, the rules and saxon-js: npm run prove -- e-invoices RULES',
    );
  const chance = random(randomSeed);
  const arena = await openArena(0, chance.pick, { settingsOf: () => ({ SHOP_CURRENCY: 'EUR' }) });
  const folder = await mkdtemp(join(tmpdir(), 'e-invoices-'));
  try {
    const [company, toolIds] = [await companyOf(arena), await toolsOf(arena, chance)];
    await numberTools(arena, company, toolIds);
    const play: Play = {
      arena,
      chance,
      folder,
      company,
      toolIds,
      onAccount: 0,
      byDelivery: 0,
      papers: [],
      orders: 0,
      refunds: 0,
      categories: new Map(),
      disagreeing: [],
      unexpected: [],
      withoutFacts: 0,
    };
    for (const facts of SHOPS)
      for (const invoicing of ['order', 'delivery'] as const) {
        await settle(arena, { ...facts, invoicing });
        for (let count = 0; count < ORDERS / SHOPS.length / 2; count++) await onePaper(play);
      }
    const judged = await judge(runner, play.papers);
    return publish({
      name: 'e-invoices',
      title: 'E-invoices, judged by the authorities’ rules',
      how: `Orders made at random through two processes of the built shop on PostgreSQL: 1 to ${MOST_LINES} lines, prices for 1 to 1,000 pieces, boxes, price breaks, freight, surcharges of small orders, ${SHOPS.length} sets of rates up to 99.9999 %, deliveries at home, in the Union with a number and without, and overseas, names in any script; for a company with part numbers and a cost centre of its own, or not; paid by transfer or owed on account with two cash discounts, invoiced as a whole or with each of up to five shipments, a third given back by line, by amount or whole. Each paper is asked for in every format and judged by EN 16931 1.3.16, XRechnung also by Germany’s 3.0.2 (saxon-js, beside the project). Random seed ${randomSeed}.`,
      measurements: [
        [
          'orders, of them on account, invoices of parcels, refunds',
          `${play.orders}, ${play.onAccount}, ${play.byDelivery}, ${play.refunds}`,
        ],
        ['files judged', play.papers.length],
        ['tax categories of the invoices', [...play.categories].map(([code, count]) => `${code} ${count}`).join(', ')],
        ['formats refused for facts that a private buyer lacks', play.withoutFacts],
      ],
      promises: [
        ['every file is valid', judged],
        ['what machines read, what people read and the order agree to the cent', play.disagreeing],
        ['every call answers as the contract says', play.unexpected],
      ],
    });
  } finally {
    await arena.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An order, its payment, perhaps something given back, and all papers of it. */
async function onePaper(play: Play): Promise<void> {
  const { arena, chance } = play;
  const placed = await arena.admin.call('POST', '/order', orderOf(play));
  if (placed.status !== 201) return void play.unexpected.push(`order: ${placed.status} ${JSON.stringify(placed.body)}`);
  const order = placed.body as unknown as Order;
  if (order.onAccount) play.onAccount++;
  else {
    const date = new Date().toISOString().slice(0, 10);
    const transfer = { date, reference: `T ${order.number}` };
    const paid = await arena.admin.call('POST', `/order/${order._id}/payment`, transfer);
    if (paid.status !== 201) return void play.unexpected.push(`payment: ${paid.status} ${JSON.stringify(paid.body)}`);
  }
  play.orders++;
  const category = order.taxCategory ?? '-';
  play.categories.set(category, (play.categories.get(category) ?? 0) + 1);
  if (order.toInvoice === undefined)
    await papersOf(play, `/order/${order._id}/invoice`, {
      total: order.price,
      printed: [formatMoney(order.price, 'EUR')],
    });
  else await invoicesOfParcels(play, order);
  if (!chance.chance(1 / 3)) return;
  const given = await arena.admin.call('POST', `/order/${order._id}/refund`, refundOf(play, order));
  if (given.status !== 201) return void play.unexpected.push(`refund: ${given.status} ${JSON.stringify(given.body)}`);
  play.refunds++;
  const refund = given.body as unknown as Refund;
  const path = `/order/${order._id}/refund/${refund._id}/credit-note`;
  const credited = lessMoney(refund.amount, refund.uninvoiced ?? 0);
  if (refund.creditNotes.length === 1)
    return papersOf(play, path, { total: credited, printed: [formatMoney(credited, 'EUR')] });
  let sum = 0;
  for (const number of refund.creditNotes) {
    const total = await totalOf(play, path, number);
    sum = addMoney(sum, total);
    await papersOf(play, path, { total, printed: [formatMoney(total, 'EUR')], number });
  }
  if (sum !== credited) play.disagreeing.push(`${path}: credit notes of ${sum} for ${credited}`);
}

/** Most of an order leaves, in up to five parcels, and each brings an invoice. */
async function invoicesOfParcels(play: Play, order: Order): Promise<void> {
  const { arena, chance } = play;
  const left = new Map(order.lines.map(({ toolId, quantity }) => [toolId, quantity]));
  const parcels = 1 + chance.below(5);
  for (let parcel = 1; parcel <= parcels; parcel++) {
    const isLast = parcel === parcels && chance.chance(0.8);
    const lines = [...left].flatMap(([toolId, pieces]) => {
      const quantity = isLast ? pieces : chance.below(pieces + 1);
      left.set(toolId, pieces - quantity);
      return quantity === 0 ? [] : [{ toolId, quantity }];
    });
    if (lines.length === 0) continue;
    const shipped = await arena.admin.call('POST', `/order/${order._id}/shipment`, { carrier: 'Van', lines });
    if (shipped.status !== 201)
      return void play.unexpected.push(`shipment: ${shipped.status} ${JSON.stringify(shipped.body)}`);
  }
  const now = (await arena.admin.call('GET', `/order/${order._id}`)).body as unknown as Order;
  for (const { number, price } of now.invoices) {
    play.byDelivery++;
    const printed = [formatMoney(price, 'EUR')];
    await papersOf(play, `/order/${order._id}/invoice`, { total: price, printed, number });
  }
  const sum = addMoney(now.toInvoice ?? 0, ...now.invoices.map(({ price }) => price));
  if (sum !== order.price) play.disagreeing.push(`order ${order.number}: invoices of ${sum} for ${order.price}`);
}

/** What a credit note says that it comes to. */
async function totalOf(play: Play, path: string, number: string): Promise<number> {
  const { bytes } = await fetched(play, `${path}.xml?format=cii&number=${number}`);
  return Number(/<ram:GrandTotalAmount>([\d.-]+)</.exec(bytes.toString())?.[1]);
}

function orderOf({ chance, toolIds, company }: Play): object {
  const mixed = toolIds.map((toolId) => ({ toolId, at: chance.next() })).toSorted((one, other) => one.at - other.at);
  const count = 1 + Math.floor(MOST_LINES * chance.next() ** 2);
  const lines = mixed.slice(0, count).map(({ toolId }) => ({
    toolId,
    ...(hasBox(toolIds.indexOf(toolId)) && chance.chance(0.5)
      ? { quantity: chance.pick([1, 3, 9]), unit: 'BX' }
      : { quantity: chance.pick([1, 3, 9, 10, 47, 200]) }),
  }));
  const { vatId, ...deliveryAddress } = chance.pick(DESTINATIONS);
  const ofCompany = {
    companyId: company._id,
    ...(chance.chance(0.5) ? { costCentre: COST_CENTRE } : {}),
    ...(chance.chance(0.4) ? { pay: 'account' } : {}),
  };
  const forCompany = chance.chance(0.6) ? ofCompany : { ...(vatId ? { vatId } : {}), company: chance.pick(NAMES) };
  return {
    name: chance.pick(NAMES),
    phone: '+49 221 555',
    deliveryAddress,
    lines,
    ...forCompany,
    ...(chance.chance(0.5) ? { purchaseOrder: 'PO-2026/17 <b>' } : {}),
    ...(chance.chance(0.5) ? { buyerReference: '04011000-12345-34' } : {}),
    ...(chance.chance(0.3) ? { note: 'Gate 4, “ring” & wait\nsecond line' } : {}),
  };
}

function refundOf({ chance }: Play, order: Order): object {
  const reason = 'Came back';
  const way = chance.pick(['lines', 'amount', 'all'] as const);
  if (way === 'all') return { all: true, reason };
  if (way === 'amount') return { amount: Math.max(0.01, Math.floor(order.price * 37) / 100), reason };
  const lines = order.lines
    .slice(0, 1 + chance.below(order.lines.length))
    .map(({ toolId, quantity }) => ({ toolId, quantity: 1 + chance.below(quantity) }));
  return { lines, reason };
}

/** What a paper must say: its total in money, and what its PDF prints. */
interface Expected {
  total: number;
  printed: string[];
  /** Which of several. */
  number?: string;
}

/** Asks for a paper in every format, keeps the files, and compares the total that each says. */
async function papersOf(play: Play, path: string, { total, printed, number }: Expected): Promise<void> {
  const which = number === undefined ? '' : `number=${number}`;
  for (const format of FORMATS) {
    const { status, bytes } = await fetched(play, `${path}.xml?format=${format}&${which}`.replace(/&$/, ''));
    if (status === 409 && format !== 'cii') {
      play.withoutFacts++;
      continue;
    }
    if (status !== 200) {
      play.unexpected.push(`${path} ${format}: ${status} ${bytes.toString().slice(0, 300)}`);
      continue;
    }
    const xml = bytes.toString();
    const said = /<(?:cbc:TaxInclusiveAmount[^>]*|ram:GrandTotalAmount)>([\d.-]+)</.exec(xml)?.[1];
    if (Number(said) !== total) play.disagreeing.push(`${path} ${format}: ${said} for ${total}`);
    const file = join(play.folder, `${play.papers.length}-${format}.xml`);
    await writeFile(file, bytes);
    play.papers.push({ file, format });
  }
  const pdf = await fetched(play, `${path}.pdf?${which}`.replace(/\?$/, ''));
  const words = pdf.status === 200 ? printedWords(pdf.bytes) : '';
  for (const each of printed) if (!words.includes(each)) play.disagreeing.push(`${path}.pdf does not say ${each}`);
  if (!pdf.bytes.includes('factur-x.xml')) play.disagreeing.push(`${path}.pdf carries no factur-x.xml`);
}

async function fetched({ arena, chance }: Play, path: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(chance.pick(arena.shops).url + path, {
    headers: { authorization: `Bearer ${arena.admin.token}` },
    signal: AbortSignal.timeout(60_000),
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** What the rules say against the files. */
async function judge(runner: string, papers: Paper[]): Promise<string[]> {
  const batches = (['cen', 'cen,xrechnung'] as const).flatMap((rules) => {
    const files = papers.filter(({ format }) => (format === 'xrechnung') === (rules !== 'cen')).map(({ file }) => file);
    const count = Math.ceil(files.length / FILES_A_RUN);
    return Array.from({ length: count }, (_, index) => ({
      rules,
      files: files.slice(index * FILES_A_RUN, (index + 1) * FILES_A_RUN),
    }));
  });
  const found: string[] = [];
  const judges = Array.from({ length: JUDGES }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop())
      found.push(...(await run(runner, batch.rules, batch.files)));
  });
  await Promise.all(judges);
  return found;
}

function run(runner: string, rules: string, files: string[]): Promise<string[]> {
  return new Promise((settled, failed) => {
    const child = spawn(process.execPath, [runner, `--rules=${rules}`, ...files], { cwd: resolve(runner, '..') });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', failed);
    child.on('exit', (status) => {
      if (status === 0) settled([]);
      else settled(said.split('\n').filter((line) => /INVALID|FATAL|missing/.test(line)));
    });
  });
}
