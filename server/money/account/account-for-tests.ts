import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Account, AccountEntry } from '#contract/money/account.ts';
import { cents } from '#contract/money-sums.ts';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

/** A company that owes, with its people and the bookkeeper who writes it down. */
export interface Owing {
  company: Company;
  mia: Person;
  /** Sees its account and orders nothing. */
  ann: Person;
  bea: Person;
  /** What is sent to order for the company for so many dollars. */
  body: (dollars: number, more?: object) => object;
  /** An order of the company for so many dollars. */
  order: (dollars: number, more?: object) => Promise<Order>;
  account: () => Promise<Account>;
  /** Newest first. */
  entries: () => Promise<AccountEntry[]>;
  pay: (amount: number, more?: object, headers?: Record<string, string>) => Promise<Response>;
  read: (order: Order) => Promise<Order>;
}

/** The day of today, in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

export async function owing(shop: TestShop, name: string, terms: object = {}): Promise<Owing> {
  const [mia, ann, bea] = [
    await shop.person(`Mia${name}`),
    await shop.person(`Ann${name}`),
    await shop.person(`Bea${name}`, 'admin'),
  ];
  const company = await activate(shop, bea, await openCompany(shop, mia, { name }), terms);
  await join(shop, { company, manager: mia, person: ann, role: 'accounts' });
  const tool = await shop.tool({ name: `Sold to ${name}`, price: 1, availableQuantity: 1_000_000 });
  const body = (quantity: number, more: object = {}) => ({
    name: 'Mia',
    address: '1 Dock Road',
    phone: '555',
    companyId: company._id,
    toolId: tool._id,
    quantity,
    ...more,
  });
  const get = async <T>(path: string, as = ann) => {
    const answer = await shop.call('GET', path, { as: as.token });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  return {
    company,
    mia,
    ann,
    bea,
    body,
    order: async (quantity, more = {}) => {
      const answer = await shop.call('POST', '/order', { as: mia.token, body: body(quantity, more) });
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as Order;
    },
    account: () => get(`/company/${company._id}/account`),
    entries: () => get(`/company/${company._id}/entries`),
    pay: (amount, more = {}, headers = {}) =>
      shop.call('POST', `/company/${company._id}/payment`, {
        as: bea.token,
        body: { amount, date: today(), reference: 'SEPA 1', ...more },
        headers,
      }),
    read: ({ _id }) => get(`/order/${_id}`, mia),
  };
}

/** What a company owes less its credit is the sum of its entries, whatever happened; in dollars. */
export async function sumsAgree({ account, entries }: Owing): Promise<boolean> {
  const { open, credit, ageing } = await account();
  const sum = (await entries()).reduce((total, { amount }) => total + cents(amount), 0);
  const aged = Object.values(ageing).reduce((total, part) => total + cents(part), 0);
  return sum === cents(open) - cents(credit) && aged === cents(open);
}

/** As if every invoice of the company had been due so many days earlier. */
export async function age({ parts }: Pick<TestShop, 'parts'>, { company }: Owing, days: number): Promise<void> {
  const { database } = parts;
  await database.raw('alter table ledger disable trigger ledger_is_final');
  await database.raw(`update ledger set due_on = due_on - ${days} where company_id = '${company._id}'`);
  await database.raw('alter table ledger enable trigger ledger_is_final');
  await database.raw(`update orders set due_on = due_on - ${days} where company_id = '${company._id}'`);
  await database.raw(`update reminders set sent_on = sent_on - ${days} where company_id = '${company._id}'`);
}
