import { createHash } from 'node:crypto';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';

/** One GET of somebody, by their address; `null` for a visitor. */
export type Ask = (email: string | null, path: string) => Promise<Response>;

/** What a shop answered, by who asked and what: the JSON, or of files and pages their kind and SHA-256. */
export type Said = Record<string, { status: number; body: unknown }>;

/** Of days that pass by themselves, whatever the shop does. */
const OF_TODAY = new Set([
  'overdue',
  'ageing',
  'days',
  'available',
  'deliveries',
  'promise',
  'ready',
  'lastUsedAt',
  'monthSum',
  'leaves',
  'arrives',
]);

const ADMIN = 'ada@tradebench.test';
const TO_ALL = ['/tool?limit=100', '/category', '/review?limit=100', '/facets', '/attribute-names'];
const TO_ADMIN = [
  '/orders?limit=100',
  '/companies?limit=100',
  '/quotes?limit=100',
  '/tools?limit=100',
  '/user?limit=100',
  '/price-lists',
  '/attributes',
  '/settings',
  '/webhook',
  '/api-key',
  '/accounts',
  '/import',
  '/audit?limit=100',
];
const OF_ORDER = ['', '/event', '/refund', '/documents'];
const OF_COMPANY = ['', '/members', '/invitations', '/account', '/entries', '/addresses', '/part-numbers', '/changes'];
const OF_MEMBERS = ['/my-companies', '/my-address', '/my-list', '/my-basket', '/my-api-key', '/quotes'];

/**
 * Asks a shop for all that must not change when it is upgraded: every order with its papers, companies with their accounts, quotes,
 * prices, and who may see what of it.
 * @param people whose rights are looked at, by their addresses
 */
export async function whatAShopSays(ask: Ask, people: string[]): Promise<Said> {
  const said: Said = {};
  const note = async <T>(email: string | null, path: string): Promise<T> => {
    const answer = await ask(email, path);
    said[`${email ?? 'visitor'} ${path}`] = { status: answer.status, body: await bodyOf(answer) };
    return said[`${email ?? 'visitor'} ${path}`]!.body as T;
  };
  for (const path of TO_ALL) await note(null, path);
  for (const path of TO_ADMIN) await note(ADMIN, path);
  const orders = said[`${ADMIN} /orders?limit=100`]!.body as Order[];
  for (const order of orders) {
    for (const part of OF_ORDER) await note(ADMIN, `/order/${order._id}${part}`);
    if (order.invoiceNumber) {
      for (const file of ['invoice.pdf', ...['peppol', 'xrechnung', 'cii'].map((form) => `invoice.xml?format=${form}`)])
        await note(ADMIN, `/order/${order._id}/${file}`);
      const refunds = said[`${ADMIN} /order/${order._id}/refund`]!.body as { refunds?: { _id: string }[] } | null;
      for (const refund of Array.isArray(refunds) ? (refunds as { _id: string }[]) : (refunds?.refunds ?? []))
        for (const file of ['credit-note.pdf', 'credit-note.xml?format=cii'])
          await note(ADMIN, `/order/${order._id}/refund/${refund._id}/${file}`);
    }
  }
  const companies = said[`${ADMIN} /companies?limit=100`]!.body as Company[];
  for (const company of companies) for (const part of OF_COMPANY) await note(ADMIN, `/company/${company._id}${part}`);
  const quotes = said[`${ADMIN} /quotes?limit=100`]!.body as Quote[];
  for (const quote of quotes) await note(ADMIN, `/quote/${quote._id}`);
  for (const list of said[`${ADMIN} /price-lists`]!.body as { _id: string }[])
    await note(ADMIN, `/price-list/${list._id}/items`);
  for (const email of people) {
    for (const path of [`/order?email=${email}`, ...OF_MEMBERS]) await note(email, path);
    for (const [subject, rows] of [
      ['order', orders],
      ['company', companies],
      ['quote', quotes],
    ] as const)
      for (const { _id } of rows) {
        const { status } = await ask(email, `/${subject}/${_id}`);
        said[`${email} may /${subject}/${_id}`] = { status, body: null };
      }
  }
  return said;
}

async function bodyOf(answer: Response): Promise<unknown> {
  const kind = answer.headers.get('content-type') ?? '';
  if (!answer.ok) return ((await answer.json()) as { code: string }).code;
  if (kind.includes('json')) return withoutToday(await answer.json());
  return {
    kind,
    sha256: createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex'),
  };
}

function withoutToday(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToday);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (OF_TODAY.has(key) ? [] : [[key, withoutToday(each)]])),
  );
}

/**
 * What a shop does not say any more, or says otherwise; what it says besides is no change, since answers only gain fields.
 * @returns a line for each, with where it stands
 */
export function changedSince(before: Said, now: Said): string[] {
  return Object.entries(before).flatMap(([asked, answer]) => differences(asked, answer, now[asked]));
}

function differences(where: string, before: unknown, now: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) return [`${where}: ${before.length} entries, now ${now.length}`];
    return before.flatMap((each, index) => differences(`${where}[${index}]`, each, now[index]));
  }
  if (before !== null && typeof before === 'object' && now !== null && typeof now === 'object')
    return Object.entries(before).flatMap(([key, each]) =>
      OF_TODAY.has(key) ? [] : differences(`${where}.${key}`, each, (now as Record<string, unknown>)[key]),
    );
  return Object.is(before, now) ? [] : [`${where}: ${JSON.stringify(before)}, now ${JSON.stringify(now)}`];
}
