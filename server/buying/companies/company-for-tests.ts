import type { Company } from '#contract/buying/companies.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

export type Person = Awaited<ReturnType<TestShop['person']>>;

export const NORDFJORD = {
  name: 'Nordfjord Bygg',
  vatId: 'NO974760673MVA',
  invoiceAddress: { street: 'Havnegata 1', postalCode: '6770', town: 'Nordfjordeid', country: 'NO' },
};

/** A company that somebody opens and manages. */
export async function openCompany(shop: TestShop, manager: Person, facts: object = {}): Promise<Company> {
  const answer = await shop.call('POST', '/company', { as: manager.token, body: { ...NORDFJORD, ...facts } });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as Company;
}

/** What the link of the last letter to an address holds. */
export async function tokenFor(shop: TestShop, email: string): Promise<string> {
  const [mail] = await shop.parts.database.raw<{ text: string }>(
    `select text from mails where "to" = $1 and text like '%/join?token=%' order by created_at desc, id desc limit 1`,
    [email],
  );
  return /\/join\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Takes somebody into a company by letter, as its manager and they do. */
export async function join(
  shop: TestShop,
  {
    company,
    manager,
    person,
    role,
    limits = {},
  }: {
    company: Company;
    manager: Person;
    person: Person;
    role: CompanyRole;
    limits?: object;
  },
): Promise<void> {
  const body = { email: person.email, role, ...limits };
  const asked = await shop.call('POST', `/company/${company._id}/invitation`, { as: manager.token, body });
  if (asked.status !== 201) throw new Error(await asked.text());
  const token = await tokenFor(shop, person.email);
  const joined = await shop.call('POST', '/invitation/accept', { as: person.token, body: { token } });
  if (joined.status !== 200) throw new Error(await joined.text());
}

/** Lets a company buy, as staff do. */
export async function activate(shop: TestShop, staff: Person, company: Company, terms: object = {}): Promise<Company> {
  const { status: _status, priceList, termsDays, creditLimit, version } = company;
  const body = { status: 'active', priceList, termsDays, creditLimit, version, ...terms };
  const answer = await shop.call('PUT', `/company/${company._id}/standing`, { as: staff.token, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Company;
}
