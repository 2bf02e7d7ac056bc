import { expect, it } from 'vitest';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('an owner lets customers choose German, and the papers of who does are in it', async () => {
  const buyer = await shop.open({ width: 360 });
  await signIn(buyer, 'alice');
  await buyer.goto('/dashboard/myProfile');
  await buyer.getByLabel('Phone', { exact: true }).waitFor();
  expect(await buyer.getByLabel('Language of documents').count()).toBe(0);

  const owner = await shop.open({ width: 360 });
  await signIn(owner, 'ada');
  await owner.goto('/dashboard/settings');
  await owner.getByLabel('Deutsch').check();
  expect(await owner.getByLabel("The shop's own language").inputValue()).toBe('en');
  await expectNoSidewaysScroll(owner);
  await owner.getByRole('button', { name: 'Save settings' }).click();
  await owner.getByText('Settings saved').first().waitFor();

  await buyer.reload();
  const choice = buyer.getByLabel('Language of documents');
  expect(await choice.inputValue()).toBe('en');
  await choice.selectOption('Deutsch');
  await expectAccessible(buyer);
  await expectNoSidewaysScroll(buyer);
  await buyer.getByRole('button', { name: 'Update Profile' }).click();
  await buyer.getByText('Profile updated').first().waitFor();
  await buyer.reload();
  expect(await choice.inputValue()).toBe('de');

  const token = await buyer.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const [tool] = (await (await buyer.request.get('/tool?limit=1')).json()) as [
    { _id: string; minOrderQuantity: number },
  ];
  const data = { name: 'Alice', address: 'Weg 1', phone: '55512', toolId: tool._id, quantity: tool.minOrderQuantity };
  const order = (await (await buyer.request.post('/order', { headers, data })).json()) as { _id: string };
  const paper = await buyer.request.get(`/order/${order._id}/pro-forma.pdf`, { headers });
  expect(printedWords(new Uint8Array(await paper.body()))).toContain('Gesamtbetrag');
});
