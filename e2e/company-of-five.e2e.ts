import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';

/** Somebody signed in, at a width. */
async function open(name: 'ada' | 'alice' | 'bob' | 'carol', width: number): Promise<Page> {
  const page = await shop.open({ width });
  await signIn(page, name);
  return page;
}

/** Asks an address into the company whose page is open. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address to invite').fill(email);
  await dialog.getByLabel('Role in the company').selectOption(role);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Follows the newest invitation that somebody has by letter. */
async function joinByLetter(page: Page, email: string, company: string): Promise<void> {
  const link = async () => {
    const letters = (await (await page.request.get('/demo/mailbox.json')).json()) as { to: string; text: string }[];
    const letter = letters.find(
      ({ to, text }) => to === email && text.includes(company) && text.includes('/join?token='),
    );
    return /\/join\?token=[\w-]+/.exec(letter?.text ?? '')?.[0] ?? null;
  };
  await expect.poll(link).not.toBeNull();
  await page.goto((await link()) ?? '/join');
  await page.getByRole('button', { name: 'Join the company' }).click();
  await page.getByRole('heading', { name: company }).waitFor();
}

/** The people of the company whose page is open. */
const people = (page: Page): Locator => page.getByRole('table', { name: 'People in the company' });
/** What those who manage a company, or see its account, have on its page. */
const rightsOn = async (page: Page, company: string) => {
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: company, exact: true }).click();
  await people(page).getByText('Carol Carver').waitFor();
  return {
    manages: await page.getByRole('button', { name: 'Invite someone' }).count(),
    account: await page.getByRole('link', { name: /^Account: what the company owes/ }).count(),
  };
};

it.each([390, 1440])(
  'a company of five, two of whom have another role in a second company, at %i px',
  async (width) => {
    const second = `Fjordlag ${width}`;
    const carol = await open('carol', width);
    await carol.goto('/dashboard/company');
    await carol.getByText('Open a company account', { exact: true }).click();
    await carol.getByLabel('Name of the company').fill(second);
    await carol.getByLabel('Street and number').fill('Kaien 2');
    await carol.getByLabel('Postal code').fill('6900');
    await carol.getByLabel('Town').fill('Florø');
    await carol.getByLabel('Country').selectOption('NO');
    await carol.getByRole('button', { name: 'Open the account' }).click();
    await carol.getByRole('heading', { name: second }).waitFor();
    await invite(carol, 'alice@tradebench.test', 'buyer');

    // Staff let it buy, and keep a fifth person of the first company whom they know from the telephone.
    const ada = await open('ada', width);
    await ada.goto('/dashboard/companies');
    await ada.getByRole('link', { name: second }).click();
    // The list has a choice of that name, too.
    await ada.getByRole('heading', { name: 'Terms and prices' }).waitFor();
    await ada.getByLabel('Status').selectOption('active');
    await ada.getByRole('button', { name: 'Save terms and prices' }).click();
    await ada.getByText('Saved').first().waitFor();
    await ada.goto('/dashboard/newOrder');
    await ada.getByLabel('Company, by name or number').fill(NORDFJORD);
    await ada.getByRole('button', { name: 'Find the company' }).click();
    await ada.getByLabel('Order for').waitFor();
    await ada.getByLabel('Name', { exact: true }).fill(`Dag ${width}`);
    await ada.getByLabel('E-mail of the customer').fill(`dag${width}@people.test`);
    await ada.getByLabel('E-mail of the customer').blur();
    await ada.getByRole('button', { name: 'Add as a new customer' }).click();
    await ada.getByText(`dag${width}@people.test is now a customer`).first().waitFor();

    // Alice joins the second company, and asks somebody for accounts into the first.
    const alice = await open('alice', width);
    await joinByLetter(alice, 'alice@tradebench.test', second);
    await alice.goto('/dashboard/company');
    const mine = alice.getByRole('table', { name: 'Your companies' });
    await mine.getByText('manager', { exact: true }).waitFor();
    await mine.getByText('buyer', { exact: true }).first().waitFor();
    await alice.getByRole('link', { name: NORDFJORD }).click();
    await people(alice).getByText('Carol Carver').waitFor();
    if ((await people(alice).getByText('ada@tradebench.test').count()) === 0) {
      await invite(alice, 'ada@tradebench.test', 'accounts');
      await joinByLetter(ada, 'ada@tradebench.test', NORDFJORD);
      await alice.reload();
    }
    for (const name of ['Alice Archer', 'Bob Baker', 'Carol Carver', 'Ada Admin', `Dag ${width}`])
      await people(alice).getByText(name).first().waitFor();
    await expectAccessible(alice);
    await expectNoSidewaysScroll(alice);

    // Each may in each company what their role there says, and no more.
    expect(await rightsOn(alice, NORDFJORD)).toEqual({ manages: 1, account: 1 });
    expect(await rightsOn(alice, second)).toEqual({ manages: 0, account: 0 });
    expect(await rightsOn(carol, second)).toEqual({ manages: 1, account: 1 });
    expect(await rightsOn(carol, NORDFJORD)).toEqual({ manages: 0, account: 0 });
    expect(await rightsOn(ada, NORDFJORD)).toEqual({ manages: 0, account: 1 });
    expect(await people(carol).getByText('Bob Baker').count()).toBe(1);
    await carol.goto('/dashboard/company');
    await carol.getByRole('link', { name: second }).click();
    await people(carol).getByText('Alice Archer').waitFor();
    // Nobody of the second company sees those of the first.
    expect(await people(carol).getByText('Bob Baker').count()).toBe(0);

    // Bob orders more than he may alone; Carol, who approves for the first company alone, decides.
    const bob = await open('bob', width);
    const token = await bob.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const call = async (path: string) =>
      (await (await bob.request.get(path, { headers })).json()) as { _id: string; name: string }[];
    const [companies, [tool]] = [await call('/my-companies'), await call('/tool?q=HAM-CL-16H')];
    expect(companies.map(({ name }) => name)).toEqual([NORDFJORD]);
    const body = { name: 'Bob', address: '1 Dock Road', phone: '5', companyId: companies[0]?._id, toolId: tool?._id };
    const placed = await bob.request.post('/order', { headers, data: { ...body, quantity: 60 } });
    const { _id, number } = (await placed.json()) as { _id: string; number: string };
    await carol.goto('/dashboard/approvals');
    await carol.getByRole('button', { name: `View order ${number}` }).click();
    await carol.getByRole('button', { name: 'Approve', exact: true }).click();
    await bob.goto(`/dashboard/orders/${_id}`);
    await bob.getByRole('heading', { name: /^Approved by Carol Carver/ }).waitFor();
    await expectAccessible(bob);
    await expectNoSidewaysScroll(bob);
  },
);

it.each([390, 1440])('who belongs to no company sees nothing of companies while they buy at %i px', async (width) => {
  const page = await shop.open({ width });
  await page.goto('/products');
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  const words = /Buy for|On account|Cost centre|of the limit|on hold/;
  expect(await page.getByText(words).count()).toBe(0);
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  await page.evaluate(
    ([id]) => localStorage.setItem('tradebench.basket', JSON.stringify({ lines: [{ toolId: id, quantity: 24 }] })),
    [tool?._id ?? ''],
  );
  await page.goto('/basket');
  // Priced, with all that stands beside it.
  await page.getByRole('region', { name: 'Totals' }).getByText('$309.60').first().waitFor();
  expect(await page.getByText(words).count()).toBe(0);
});
