import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('staff see what the shop was taught of headings, and have it forgotten', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'ada');
  await page.goto('/dashboard/import');
  await page.getByText('None yet. When a sheet has an unknown heading').waitFor();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const columns = encodeURIComponent(JSON.stringify({ 'Unser Netto €': 'price', Farbe: '' }));
  const read = await page.request.post(`/import/tools?columns=${columns}&remember=true`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    data: 'sku;Unser Netto €;Farbe\nHAM-CL-16H;9,50;rot\n',
  });
  expect(read.status()).toBe(201);
  const { _id } = (await read.json()) as { _id: string };
  const committed = await page.request.post(`/import/${_id}/commit`, {
    headers: { authorization: `Bearer ${token}` },
    data: { leaveOut: false },
  });
  expect(committed.status()).toBe(200);
  await page.reload();
  const taught = page.getByRole('table', { name: 'Remembered headings' });
  await taught.getByText('Left out').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const row = taught.getByRole('row').filter({ hasText: 'unsernetto' });
  await row.getByRole('button', { name: 'Forget' }).click();
  await taught.getByText('unsernetto').waitFor({ state: 'detached' });
  expect(await taught.getByText('farbe').count()).toBe(1);
});
