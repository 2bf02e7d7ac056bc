import type { Company } from '#contract/buying/companies.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Arena } from './arena.ts';
import type { Random } from './random.ts';

/** Of an order. */
export const MOST_LINES = 51;

/** What the shop's own country and others take, so that every category of the standard comes, and what it says of itself. */
export const SHOPS: ({ tax: Settings['tax']; registration: string } & Partial<Pick<Settings, 'minimumOrder'>>)[] = [
  {
    tax: [{ country: 'DE', percent: 19, name: 'USt' }],
    registration: 'HRB 12345',
    minimumOrder: { goods: 5_000, surcharge: 12 },
  },
  {
    tax: [
      { country: 'DE', percent: 7.1234, name: 'USt' },
      { country: 'FR', percent: 20, name: 'TVA' },
      { country: 'US', percent: 8.875, name: 'Sales tax' },
    ],
    registration: '',
  },
  {
    tax: [{ country: 'DE', percent: 99.9999, name: 'USt' }],
    registration: 'HRB 12345',
    minimumOrder: { goods: 900_000, surcharge: 0.01 },
  },
  { tax: [{ country: 'DE', percent: 0, name: 'USt' }], registration: '' },
  { tax: [], registration: '' },
];
const DELIVERY = [
  {
    id: 'parcel',
    name: 'Parcel',
    countries: ['*'],
    days: [2, 5],
    rates: [{ upTo: null, price: 7.35 }],
    freeFrom: 5_000,
  },
];
export const COST_CENTRE = '<4711> & Søn';

/** A company that buys on account, with a cost centre. */
export async function companyOf({ admin }: Arena): Promise<Company> {
  const invoiceAddress = { street: '9 Quai', extra: '', postalCode: '69001', town: 'Lyon', region: '', country: 'FR' };
  const facts = {
    name: 'Acier & Fils SAS',
    vatId: 'FR40303265045',
    invoiceAddress,
    invoiceEmail: 'bills@acier.example',
    buyerReference: '04011000-12345-34',
    peppolId: '0088:7300010000001',
  };
  const { body } = await admin.call('POST', '/company', facts);
  const { _id, priceList, creditLimit, version } = body as unknown as Company;
  const cashDiscount = [
    { percent: 3, days: 10 },
    { percent: 1.25, days: 14 },
  ];
  const standing = { status: 'active', priceList, termsDays: 30, creditLimit, cashDiscount, version };
  const answer = await admin.call('PUT', `/company/${_id}/standing`, standing);
  if (answer.status !== 200) throw new Error(`There is no company: ${JSON.stringify([body, answer.body])}`);
  const costCentres = [{ code: COST_CENTRE, name: 'Bridge' }];
  const company = await admin.call('PUT', `/company/${_id}`, { ...answer.body, costCentres });
  if (company.status !== 200) throw new Error(`The company has no cost centre: ${JSON.stringify(company.body)}`);
  return company.body as unknown as Company;
}

/** The company has numbers of its own for every third tool. */
export async function numberTools({ admin }: Arena, { _id }: Company, toolIds: string[]): Promise<void> {
  for (const [index, toolId] of toolIds.entries()) {
    if (index % 3 > 0) continue;
    const answer = await admin.call('PUT', `/company/${_id}/part-number/${toolId}`, { number: `T <${index}>/№ 7` });
    if (answer.status !== 200) throw new Error(`A tool has no number of the company's: ${JSON.stringify(answer.body)}`);
  }
}

/** Whether the tool at that place is sold in boxes, too. */
export function hasBox(index: number): boolean {
  return index % 2 === 0;
}

/** Tools whose names and prices are hard to write down. */
export async function toolsOf({ admin }: Arena, chance: Random): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < MOST_LINES; index++) {
    const price = chance.pick([0.01, 0.07, 1.29, 19.99, 333.33]);
    const priceBreaks = price > 1 ? [{ from: 10, price: Math.round(price * 90) / 100 }] : [];
    const name = `${chance.pick(['Schlüssel 13 mm <Chrom>', 'Ключ & ключ', '扳手 “13”', `${'Long '.repeat(30)}file`])} ${index}`;
    const tool = {
      name,
      description: 'For proofs',
      price,
      priceBreaks,
      // Of less, a piece would cost nothing.
      priceUnit: price > 10 ? chance.pick([1, 10, 100, 1000]) : 1,
      packs: hasBox(index) ? [{ code: 'BX', name: 'Box', pieces: 12 }] : [],
      availableQuantity: 100_000_000,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
    };
    const made = await admin.call('POST', '/tool', tool);
    if (made.status !== 201) throw new Error(`There is no tool to buy: ${JSON.stringify(made.body)}`);
    ids.push(String(made.body['_id']));
  }
  return ids;
}

/** The shop of a German maker, with these rates. */
export async function settle(
  { admin }: Arena,
  { tax, registration, minimumOrder = null, invoicing }: (typeof SHOPS)[number] & Pick<Settings, 'invoicing'>,
): Promise<void> {
  const now = (await admin.call('GET', '/settings')).body as unknown as Settings;
  const invoiceAddress = {
    street: 'Hammerweg 1',
    extra: '',
    postalCode: '42853',
    town: 'Remscheid',
    region: '',
    country: 'DE',
  };
  const contact = { name: 'Karin Schmied', phone: '+49 2191 555', email: 'karin@werkzeug.example' };
  const bankAccount = {
    holder: 'Remscheider Werkzeug',
    account: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    bank: '',
  };
  const company = {
    ...now.company,
    name: 'Remscheider Werkzeug GmbH',
    country: 'DE',
    vatId: 'DE136695976',
    registration,
    invoiceAddress,
    contact,
    bankAccount,
    peppolId: '9930:DE136695976',
  };
  const answer = await admin.call('PUT', '/settings', {
    ...now,
    tax,
    company,
    minimumOrder,
    invoicing,
    delivery: DELIVERY,
  });
  if (answer.status !== 200) throw new Error(`The shop cannot be set up: ${JSON.stringify(answer.body)}`);
}
