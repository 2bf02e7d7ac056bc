import type { Company } from '#contract/buying/companies.ts';
import type { PunchoutWithSecret } from '#contract/buying/punchout.ts';
import { activate, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';
import { attributeOf, elementAt, readXml } from './cxml-read.ts';

export const HOOK = 'https://sap.buyer.example/return?session=7';

/** A buyer's own system, as it calls the shop and shows its pages. */
export interface BuyersSystem {
  ada: Person;
  mia: Person;
  company: Company;
  connection: PunchoutWithSecret;
  /** Asks the door, or a page of a visit, as a browser does. */
  open(path: string, more?: { form?: Record<string, string>; headers?: Record<string, string> }): Promise<Page>;
  /** Begins a visit. @returns the path that its addresses begin with */
  visit(more?: Record<string, string>): Promise<string>;
}

export interface Page {
  status: number;
  text: string;
  headers: Headers;
  location: string;
}

/** A company with terms, its member, and a connection. */
export async function buyersSystem(
  shop: TestShop,
  name: string,
  more: object = {},
  terms: object = { termsDays: 30 },
): Promise<BuyersSystem> {
  const ada = await shop.person(`Ada${name}`, 'admin');
  const mia = await shop.person(`Mia${name}`);
  const company = await activate(shop, ada, await openCompany(shop, mia, { name }), terms);
  const body = { companyId: company._id, kind: 'oci', userId: mia.userId, name, ...more };
  const made = await shop.call('POST', '/punchout', { as: ada.token, body });
  if (made.status !== 201) throw new Error(await made.text());
  const connection = (await made.json()) as PunchoutWithSecret;
  const open: BuyersSystem['open'] = async (path, { form, headers } = {}) => {
    const answer = await shop.app.fetch(
      new Request(`http://shop.test${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { accept: 'text/html', ...headers },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      }),
    );
    const { status, headers: answered } = answer;
    return { status, text: await answer.text(), headers: answered, location: answered.get('location') ?? '' };
  };
  return {
    ada,
    mia,
    company,
    connection,
    open,
    async visit(asked = {}) {
      const form = { USERNAME: connection.username, PASSWORD: connection.secret, HOOK_URL: HOOK, ...asked };
      const { status, location, text } = await open('/punchout/oci', { form });
      if (status !== 303) throw new Error(text);
      return /^\/punchout\/visit\/[\w-]{43}/.exec(location)?.[0] ?? '';
    },
  };
}

/** The hidden fields of the form on a page, as a browser would send them. */
export function fieldsOf(text: string): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\s*\/?>/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]));
}

export function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}

/** Sends a message of the buyer's system as it stands. @returns the status that the answer says, and its sentence */
export async function sendCxml(shop: TestShop, body: string): Promise<{ code: string; says: string }> {
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const answer = await shop.app.fetch(new Request('http://shop.test/punchout/cxml', { method: 'POST', body, headers }));
  const status = elementAt(readXml(await answer.text()), 'Response/Status');
  return { code: attributeOf(status, 'code'), says: status?.text ?? '' };
}
