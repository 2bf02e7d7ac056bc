import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

it('who goes offline is told, stays where they are with what they typed, and goes on when the shop answers', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await page.getByLabel('Address').fill('12 Harbour Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('+880 31 555 0100');

  // What the form begins with has come.
  await page.getByLabel('Deliver to').waitFor();
  await page.context().setOffline(true);
  const note = page.getByText('You are offline.');
  await note.waitFor();
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page
    .getByText(/^We got no answer/)
    .first()
    .waitFor();
  const { pathname } = new URL(page.url());
  await page.getByRole('link', { name: 'Blogs' }).click();
  expect(new URL(page.url()).pathname).toBe(pathname);
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Harbour Road, 4100 Chattogram');
  await expectAccessible(page);

  await page.context().setOffline(false);
  await note.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText('New Order Added').first().waitFor();
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'My Orders: 1' }).waitFor();
});

it('a visitor who adds a tool offline before its script is there is told so, and adds it when the shop answers', async () => {
  const page = await shop.open();
  await page.goto('/products');
  const add = page.getByRole('button', { name: /^Add to order: / }).first();
  await listening(add);
  await page.context().setOffline(true);
  await add.click();
  await page.getByText('Not added: the shop cannot be reached.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await add.click();
  await page.getByText(/^\d+ added\./).waitFor();
});

it('who is signed out in another tab is told so in this one', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  await page.goto('/dashboard/myProfile');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await page.getByText('You were signed out in another tab or on another device.').first().waitFor();
  await signIn(page, 'bob', page.url());
  await page.waitForURL('**/dashboard/myProfile');
});

it('who is signed out on another device is told so at the next thing they do', async () => {
  const page = await shop.open();
  const other = await shop.open();
  await signIn(page, 'bob', '/login');
  await signIn(other, 'bob', '/login');
  await page.goto('/dashboard/addReview');
  await page.getByLabel('Review', { exact: true }).fill('Good steel.');
  await other.goto('/dashboard/myProfile');
  await other.getByRole('button', { name: 'Where you are signed in' }).click();
  await other.getByRole('button', { name: 'Sign out other devices' }).click();
  await other.getByText('All other devices are signed out.').waitFor();
  await page.getByRole('button', { name: 'Post the Review' }).click();
  await page.getByText('You were signed out in another tab or on another device.').first().waitFor();
  await page.waitForURL('**/login');
});

it.each([
  { who: 'alice', path: '/dashboard', call: '**/order?*', shows: 'My Orders: ' },
  { who: 'ada', path: '/dashboard/users', call: '**/user?*', shows: 'alice@tradebench.test' },
] as const)('$path says what is wrong while the shop is down, and shows all after another try', async (screen) => {
  const page = await shop.open();
  await signIn(page, screen.who);
  let down = true;
  const body = JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message: 'The database is being looked after.' });
  await page.route(screen.call, (route) =>
    down ? route.fulfill({ status: 503, contentType: 'application/json', body }) : route.continue(),
  );
  await page.goto(screen.path);
  await page.getByText('The database is being looked after.').waitFor();
  await expectAccessible(page);
  down = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(screen.shows).first().waitFor();
});

it('a basket whose prices cannot be had says so and loads nothing, and what empties it by keyboard can be undone there', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  await page.request.put('/my-basket', { headers, data: { lines } });
  let down = true;
  const body = JSON.stringify({ code: 'VALIDATION_FAILED', message: 'The prices are being looked after.' });
  await page.route('**/price', (route) =>
    down ? route.fulfill({ status: 400, contentType: 'application/json', body }) : route.continue(),
  );
  await page.goto('/basket');
  await page.getByText('The prices are being looked after.').waitFor();
  expect(await page.locator('#main').getByText('Loading', { exact: true }).count()).toBe(0);
  down = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const remove = page.getByRole('button', { name: /^Remove/ });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Your basket is empty.').waitFor();
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Undo' }))).toBe(true);
  await page.keyboard.press('Enter');
  await remove.waitFor();
});
