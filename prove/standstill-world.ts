import type { WantedLine } from '#contract/buying/wanted-lines.ts';
import { MAX_LINES } from '#contract/limits.ts';
import { type Buyer, signIn } from './buyer.ts';

/** Who buys in a shop with much in it, and what they have there. */
export interface World {
  url: string;
  alice: Buyer;
  bob: Buyer;
  admin: Buyer;
  /** As many lines as one order can have, each with the least that can be ordered. */
  lines: WantedLine[];
  /** Names of what the shop sells. */
  names: string[];
  skus: string[];
  /** The demo's: Alice manages it, Bob buys for it up to an amount, beyond which she approves. It pays on account. */
  companyId: string;
  /** Of Bob, and of who may approve beside Alice. */
  memberId: string;
  approverId: string;
  /** An attribute by which tools are sorted. */
  attribute: string;
  /** Makes something and answers it. @throws where it is refused */
  made(path: string, body?: object, as?: Buyer, method?: string): Promise<Record<string, unknown> & { _id: string }>;
}

interface SoldTool {
  _id: string;
  name: string;
  sku: string | null;
  minOrderQuantity: number;
  quantityStep: number;
  availableQuantity: number;
}

const STREET = { street: '1 Dock Road', postalCode: '1', town: 'Bergen', country: 'NO' };
/** How much is kept of what one has several of. */
const SOME = 25;

/** Fills a shop of the demo with what its customers can have much of. */
export async function openWorld(url: string): Promise<World> {
  const as = (name: string) => signIn(url, () => url, `${name}@tradebench.test`);
  const [alice, bob, admin] = [await as('alice'), await as('bob'), await as('ada')];
  const made: World['made'] = async (path, body, who = alice, method = 'POST') => {
    const answer = await who.call(method, path, method === 'POST' ? (body ?? {}) : body);
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
    return { _id: '', ...answer.body };
  };
  const tools = await manyTools(url);
  const companies = (await alice.call('GET', '/my-companies')).body as unknown as { _id: string }[];
  const companyId = companies[0]!._id;
  const { version } = await made(`/company/${companyId}`, undefined, admin, 'GET');
  const standing = { status: 'active', priceList: null, termsDays: 30, creditLimit: null, version };
  await made(`/company/${companyId}/standing`, standing, admin, 'PUT');
  const members = (await alice.call('GET', `/company/${companyId}/members`)).body as unknown as {
    userId: string;
    email: string;
  }[];
  const idOf = (wanted: string) => members.find(({ email }) => email === wanted)!.userId;
  const attributes = (await (await fetch(`${url}/attribute-names`)).json()) as { key: string }[];
  for (let index = 0; index < SOME; index++) {
    const address = { ...STREET, label: `Site ${index}`, name: 'A', phone: '5' };
    await made('/my-address', address);
    await made(`/company/${companyId}/address`, address);
  }
  const lines = tools.map(({ _id, minOrderQuantity, quantityStep }) => ({
    toolId: _id,
    quantity: Math.ceil(minOrderQuantity / quantityStep) * quantityStep,
  }));
  await made('/my-basket', { lines }, alice, 'PUT');
  for (let index = 0; index < SOME; index++) await made('/my-list', { name: `Kept ${index}`, lines });
  return {
    url,
    alice,
    bob,
    admin,
    lines,
    names: tools.map(({ name }) => name),
    skus: tools.map(({ sku }) => sku ?? ''),
    companyId,
    memberId: idOf(bob.email),
    approverId: idOf('carol@tradebench.test'),
    attribute: attributes[0]!.key,
    made,
  };
}

/** As many tools as an order has lines, of which there is enough. */
async function manyTools(url: string): Promise<SoldTool[]> {
  const tools: SoldTool[] = [];
  let next: string | undefined = '/tool?limit=100&inStock=true&sort=price';
  while (next !== undefined && tools.length < MAX_LINES) {
    const answer: Response = await fetch(url + next);
    const page = (await answer.json()) as SoldTool[];
    tools.push(...page.filter((tool) => tool.availableQuantity > 100 * tool.minOrderQuantity));
    const link: string | undefined = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    next = link?.replace(/^https?:\/\/[^/]+/, '');
  }
  if (tools.length < MAX_LINES) throw new Error(`There are ${tools.length} tools to buy.`);
  return tools.slice(0, MAX_LINES);
}
