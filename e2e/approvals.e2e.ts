import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const TELEPHONE = { width: 390, height: 844 };

/** Bob orders more than he may alone, and stands on the page of the order that waits. */
async function orderAboveTheLimit(): Promise<Page> {
  const page = await shop.open();
  await signIn(page, 'bob');
  await page.goto('/order-pad');
  await page.getByLabel('Buy for').filter({ visible: true }).selectOption({ label: 'Nordfjord Bygg' });
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const headers = { authorization: `Bearer ${token}` };
  await page.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 60 }] } });
  await page.setViewportSize(TELEPHONE);
  await page.goto('/basket');
  await page.getByText('Alice Archer or Carol Carver approves orders above your limit of $500.00').waitFor();
  await page.getByLabel('Street and number').fill('1 Dock Road');
  await page.getByLabel('Postal code').fill('4100');
  await page.getByLabel('Town').fill('Chattogram');
  await page.getByLabel('Phone').fill('+880 2 555 0100');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByRole('heading', { name: /^Waiting for approval until/ }).waitFor();
  await page.getByText(/Bob Baker may order up to \$500\.00 without approval/).waitFor();
  await expectNoSidewaysScroll(page);
  return page;
}

/** Where the newest letter to Carol leads. */
async function newestLink(page: Page): Promise<string> {
  const link = async () => {
    const letters = (await (await page.request.get('/demo/mailbox.json')).json()) as { to: string; text: string }[];
    const texts = letters.filter(({ to }) => to === 'carol@tradebench.test').map(({ text }) => text);
    const number = /Order (\d+)/.exec(await page.getByRole('heading', { name: /^Order \d+/ }).innerText())?.[1];
    const found = texts.find((text) => text.includes(`order ${number} for`));
    return /\/approve\?token=[\w-]+/.exec(found ?? '')?.[0] ?? null;
  };
  await expect.poll(link).not.toBeNull();
  return (await link()) ?? '';
}

it('what is above a limit is approved by finger by the link of a letter, without signing in, and then paid', async () => {
  const bob = await orderAboveTheLimit();
  const link = await newestLink(bob);
  const carol = await shop.open({ ...TELEPHONE, isTouched: true });
  await carol.goto(link);
  await carol.getByRole('heading', { name: /^Bob Baker asks you to approve/ }).waitFor();
  await expectAccessible(carol);
  await expectNoSidewaysScroll(carol);
  await carol.getByLabel('Note to the person who ordered').fill('For site 4');
  await carol.getByRole('button', { name: 'Approve', exact: true }).tap();
  const done = carol.getByText(/^You approved order/);
  await done.waitFor();
  // The button stood far down a page that is a line now.
  await expect.poll(() => hasFocus(done)).toBe(true);
  const { y } = (await done.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(TELEPHONE.height);
  await carol.goto(link);
  await carol.getByText('There is nothing left to decide here').waitFor();
  await bob.reload();
  await bob.getByRole('heading', { name: /^Approved by Carol Carver/ }).waitFor();
  await bob.getByText('They wrote: For site 4').waitFor();
  await bob.getByRole('link', { name: 'Pay', exact: true }).click();
  await bob.waitForURL(/\/dashboard\/payment\//);
  await bob.getByRole('button', { name: 'Pay', exact: true }).waitFor();
});

/** Bob stands on the page of an order of his that waits. */
async function orderByCall(): Promise<Page> {
  const bob = await shop.open(TELEPHONE);
  await signIn(bob, 'bob');
  const token = await bob.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const call = async (path: string) => (await (await bob.request.get(path, { headers })).json()) as { _id: string }[];
  const [[company], [tool]] = [await call('/my-companies'), await call('/tool?q=HAM-CL-16H')];
  const body = { name: 'Bob', address: '1 Dock Road', phone: '5', companyId: company!._id, toolId: tool!._id };
  const placed = await bob.request.post('/order', { headers, data: { ...body, quantity: 60 } });
  await bob.goto(`/dashboard/orders/${((await placed.json()) as { _id: string })._id}`);
  await bob.getByRole('heading', { name: /^Waiting for approval until/ }).waitFor();
  return bob;
}

it('what is rejected in the dashboard can be undone for ten seconds, then says why to whoever ordered it', async () => {
  const bob = await orderByCall();
  const carol = await shop.open(TELEPHONE);
  await signIn(carol, 'carol');
  await carol.clock.install();
  await carol.goto('/dashboard');
  await carol.getByRole('link', { name: /^Approvals/ }).click();
  await carol.getByRole('button', { name: /^View order/ }).click();
  await carol.getByText(/Bob Baker may order up to/).waitFor();
  await expectAccessible(carol);
  await expectNoSidewaysScroll(carol);
  await carol.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = carol.getByRole('dialog', { name: 'Reject the order' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByText('A reason is required').waitFor();
  await dialog.getByLabel('Reason').fill('Too many');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await carol.getByText('The order will be rejected in ten seconds.').waitFor();
  await expectAccessible(carol);
  await carol.getByRole('button', { name: 'Undo' }).click();
  // What was written is not lost.
  expect(await carol.getByLabel('Note to the person who ordered').inputValue()).toBe('Too many');
  await carol.clock.fastForward(20_000);
  await carol.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await carol.getByText('The order will be rejected in ten seconds.').waitFor();
  await bob.reload();
  await bob.getByText('Waiting for approval').first().waitFor();
  await carol.clock.fastForward(10_000);
  await carol.getByText('Nothing is waiting for your approval.').waitFor();
  await bob.reload();
  await bob.getByRole('heading', { name: /^Rejected by Carol Carver/ }).waitFor();
  await bob.getByText('They wrote: Too many').waitFor();
});

it('a manager says who stands in for an approver, and until when', async () => {
  const page = await shop.open(TELEPHONE);
  await signIn(page, 'alice');
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: 'Nordfjord Bygg' }).click();
  const change = page.locator('tr', { hasText: 'Carol Carver' }).getByRole('button', { name: 'Change' });
  await change.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Deputy').selectOption({ label: 'Bob Baker' });
  await dialog.getByLabel('Away until').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Away until 31 Dec 2099').waitFor();
  await change.click();
  await expect.poll(() => dialog.getByLabel('Deputy').inputValue()).not.toBe('');
  await expectAccessible(page);
});

it('a manager withdraws what somebody else of the company ordered, on its page, and an approver cannot', async () => {
  const bob = await orderByCall();
  const order = new URL(bob.url()).pathname;
  const [carol, alice] = [await shop.open(TELEPHONE), await shop.open(TELEPHONE)];
  await signIn(carol, 'carol');
  await carol.goto(order);
  await carol.getByRole('link', { name: 'Your approvals' }).waitFor();
  expect(await carol.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  await signIn(alice, 'alice');
  await alice.goto(order);
  await alice.getByRole('button', { name: 'Withdraw' }).click();
  await alice.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await alice.getByText('Order withdrawn').waitFor();
  await bob.reload();
  await bob.getByText('Cancelled', { exact: true }).first().waitFor();
});

it('of several that are decided at once each stands for itself, and what was refused is said, though nothing is left to choose', async () => {
  const bob = await orderByCall();
  const first = new URL(bob.url()).pathname.split('/').at(-1)!;
  await orderByCall();
  const [carol, alice] = [await shop.open(TELEPHONE), await shop.open(TELEPHONE)];
  await signIn(carol, 'carol');
  await carol.goto('/dashboard/approvals');
  const boxes = carol.getByRole('checkbox', { name: /^Choose order/ });
  await boxes.nth(1).waitFor();
  for (const box of await boxes.all()) await box.check();
  await expectAccessible(carol);
  await expectNoSidewaysScroll(carol);
  await signIn(alice, 'alice');
  const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  await alice.request.post(`/order/${first}/approval`, { headers, data: { decision: 'reject' } });
  await carol.getByRole('button', { name: /^Approve \d+ orders$/ }).click();
  await carol.getByText('Nothing is waiting for your approval.').waitFor();
  await carol
    .getByRole('alert')
    .getByText(/^Order \d+: This order is no longer waiting/)
    .waitFor();
});

it('who decides what somebody else has decided meanwhile is told who did, where the focus is, and sees it gone', async () => {
  const bob = await orderByCall();
  const id = new URL(bob.url()).pathname.split('/').at(-1)!;
  const number = /\d+/.exec(await bob.getByRole('heading', { name: /^Order \d+/ }).innerText())![0];
  const [carol, alice] = [await shop.open(TELEPHONE), await shop.open(TELEPHONE)];
  await signIn(carol, 'carol');
  await carol.goto('/dashboard/approvals');
  await carol.getByRole('button', { name: `View order ${number}` }).click();
  await carol.getByText(/Bob Baker may order up to/).waitFor();
  await signIn(alice, 'alice');
  const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  await alice.request.post(`/order/${id}/approval`, { headers, data: { decision: 'reject' } });
  await carol.getByRole('button', { name: 'Approve', exact: true }).click();
  const said = carol.getByRole('alert').filter({ hasText: `Order ${number}` });
  await said.getByText(/^Rejected by Alice Archer/).waitFor();
  await expect.poll(() => hasFocus(said)).toBe(true);
  expect(await carol.getByRole('button', { name: `View order ${number}` }).count()).toBe(0);
  await expectAccessible(carol);
});

it('who withdraws what was withdrawn elsewhere meanwhile is told so, and sees what became of it', async () => {
  const bob = await orderByCall();
  const id = new URL(bob.url()).pathname.split('/').at(-1)!;
  const token = await bob.evaluate(() => localStorage.getItem('accessToken'));
  await bob.request.delete(`/order/${id}`, { headers: { authorization: `Bearer ${token}` } });
  await bob.getByRole('button', { name: 'Withdraw' }).click();
  await bob.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await bob.getByText(/It is now: Cancelled/).waitFor();
  await bob.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await bob.getByText(/^Waiting for approval until/).count()).toBe(0);
});

it('the payment page of an order that waits says what it waits for', async () => {
  const bob = await orderByCall();
  await bob.goto(bob.url().replace('/orders/', '/payment/'));
  await bob.getByRole('heading', { name: 'There is nothing to pay yet' }).waitFor();
  await bob.getByText(/is waiting for approval, and can be paid after that/).waitFor();
});
