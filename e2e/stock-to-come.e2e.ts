import { expect, it } from 'vitest';
import { dayPlus, shortDay } from '#contract/days.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

it.each([360, 1440])('goods are announced, ordered ahead, received and told to who waits at %i px', async (width) => {
  const staff = await shop.open({ width });
  await signIn(staff, 'ada');
  const buyer = await shop.open({ width });
  await signIn(buyer, 'alice');
  const token = await staff.evaluate(() => localStorage.getItem('accessToken'));
  const name = `Coming plane ${width}`;
  const made = await staff.request.post('/tool', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name,
      description: 'Beech.',
      price: 40,
      sku: `COME-${width}`,
      availableQuantity: 3,
      minOrderQuantity: 1,
      image: '/pictures/hammer-640.webp',
      backorder: { kind: 'incoming' },
      reorderBelow: 50,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { _id } = (await made.json()) as { _id: string };

  await staff.goto('/dashboard/toReorder');
  await staff.getByText(name).first().waitFor();
  await expectAccessible(staff);
  await expectNoSidewaysScroll(staff);
  await staff.goto('/dashboard/incoming');
  const code = staff.getByLabel('SKU or bar code of what comes, typed or scanned');
  await listening(code);
  await code.fill(`COME-${width}`);
  await code.press('Enter');
  const day = dayPlus(new Date().toISOString().slice(0, 10), 30);
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Expected on').fill(day);
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
  await dialog.getByText(/Quantity must be a whole number/).waitFor();
  await dialog.getByLabel('Pieces').fill('10');
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
  await staff.getByText(`10 pieces of ${name} announced`).first().waitFor();
  await staff.getByRole('button', { name: 'Receive', exact: true }).first().waitFor();
  await staff.getByRole('checkbox', { name: new RegExp(name) }).check();
  const labels = staff.waitForEvent('download');
  await staff.getByRole('button', { name: 'Shelf labels' }).click();
  expect((await labels).suggestedFilename()).toBe('shelf-labels.pdf');
  await expectAccessible(staff);
  await expectNoSidewaysScroll(staff);

  await buyer.goto(`/products/${_id}`);
  await buyer.getByText(`Announced for ${shortDay(day)}`).waitFor();
  await buyer.getByLabel('Quantity').fill('8');
  await buyer.getByText(`3 from stock, 5 on ${shortDay(day)}`).waitFor();
  await expectNoSidewaysScroll(buyer);
  await buyer.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await buyer.getByLabel('Phone').fill('555 0100');
  await buyer.getByRole('button', { name: 'Purchase' }).click();
  await buyer.getByText('New Order Added').first().waitFor();
  const own = await buyer.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${own}` };
  const [order] = (await (
    await buyer.request.get('/order?email=alice@tradebench.test&limit=1', { headers })
  ).json()) as { _id: string }[];
  await buyer.goto(`/dashboard/orders/${order!._id}`);
  await buyer.getByText(`5 expected on ${shortDay(day)}`).waitFor();
  await expectAccessible(buyer);

  await staff.reload();
  // Scanned as it arrives: its one announced batch is taken up.
  await code.fill(`COME-${width}`);
  await code.press('Enter');
  await dialog.getByText('10 pieces expected, 5 of them promised to orders').waitFor();
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await staff.getByText('All received').first().waitFor();
  await buyer.reload();
  await buyer.getByRole('region', { name: 'Lines and totals' }).waitFor();
  expect(await buyer.getByText(/expected on/).count()).toBe(0);
});
