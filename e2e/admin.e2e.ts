import sharp from 'sharp';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('an admin adds a product, everybody sees it, and its removal is asked for first', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/addProduct');
  await page.getByLabel('Name', { exact: true }).fill('Plumb bob 400 g <b>');
  await page.getByLabel('Description').fill('Brass, with a steel tip.');
  await page.getByLabel('Price', { exact: true }).fill('7.25');
  await page.getByLabel('Available quantity').fill('900');
  await page.getByLabel('Minimum order quantity').fill('30');
  await page.getByLabel('Image URL').fill('http://pictures.example/plumb.png');
  const add = page.getByRole('button', { name: 'Add Product' });
  await add.click();
  await page.getByLabel('Image URL').and(page.locator('[aria-invalid="true"]')).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Plumb bob 400 g <b>');
  await page.getByLabel('Image URL').fill('/pictures/hook-640.webp');
  await add.click();
  await page.getByText('New Product Added').first().waitFor();

  const visitor = await shop.open();
  await visitor.goto('/products?q=plumb+bob');
  await visitor.getByText('Plumb bob 400 g <b>').first().waitFor();

  await page.goto('/dashboard/manageProducts');
  const row = page.getByRole('row').filter({ hasText: 'Plumb bob' });
  await row.getByRole('button', { name: 'X', exact: true }).click();
  await page.getByRole('dialog').getByText('Are you sure?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Successfully removed a product').first().waitFor();
  await row.waitFor({ state: 'detached' });
  await visitor.reload();
  await visitor.getByText('Plumb bob 400 g <b>').first().waitFor({ state: 'detached' });
});

it('an admin uploads a picture, sees it, and the product is shown with it in every width', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/addProduct');
  await page.getByLabel('Name', { exact: true }).fill('Spirit level 600 mm');
  const file = page.getByLabel('Or upload a picture');
  await file.setInputFiles({ name: 'level.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload=alert(1)>') });
  await page.getByText('Choose a JPEG, PNG, WebP or AVIF picture.').waitFor();
  await page.getByLabel('Or upload a picture').and(page.locator('[aria-invalid="true"]')).waitFor();
  expect(await page.getByLabel('Image URL').inputValue()).toBe('');

  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#7a8f3c' } })
    .jpeg()
    .toBuffer();
  await file.setInputFiles({ name: 'level.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('The picture is uploaded.').waitFor();
  const address = await page.getByLabel('Image URL').inputValue();
  expect(address).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
  const preview = page.getByRole('img', { name: 'Preview of the product' });
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expectAccessible(page);

  await page.getByLabel('Description').fill('Two vials.');
  await page.getByLabel('Price', { exact: true }).fill('4.10');
  await page.getByLabel('Available quantity').fill('300');
  await page.getByLabel('Minimum order quantity').fill('10');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await page.getByText('New Product Added').first().waitFor();
  expect(await page.getByLabel('Image URL').inputValue()).toBe('');

  await page.goto('/products?q=spirit+level+600');
  await page.getByRole('link', { name: 'Order Now' }).click();
  await page.getByRole('heading', { name: 'Spirit level 600 mm' }).waitFor();
  const picture = page.locator('picture').filter({ has: page.locator(`img[src="${address}"]`) });
  const widths = [160, 320, 640, 1280].map((width) => `${address.replace('-640.webp', `-${width}.avif`)} ${width}w`);
  expect(await picture.locator('source').first().getAttribute('srcset')).toBe(widths.join(', '));
  const shown = picture.locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

it('a newcomer is made admin, and loses access at once when they are removed', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  const nora = await shop.open();
  await nora.goto('/register');
  await nora.getByLabel('Name').fill('Nora Newcomer');
  await nora.getByLabel('Email').fill('nora@example.test');
  await nora.getByLabel('Password', { exact: true }).fill('secret1');
  await nora.getByRole('button', { name: 'Register', exact: true }).click();
  await nora.getByRole('button', { name: 'Sign Out' }).waitFor();

  await page.goto('/dashboard/users');
  const row = page.getByRole('row').filter({ hasText: 'nora@example.test' });
  const promote = async () => {
    await row.getByRole('button', { name: 'Make Admin' }).click();
    await page.getByRole('dialog').getByText('Nora Newcomer (nora@example.test)').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  };
  // Anybody may have registered under that address: its owner shows first that it is theirs.
  await row.getByText('Not yet', { exact: true }).waitFor();
  await promote();
  await page.getByText('nora@example.test has not been verified yet.').first().waitFor();
  const letters = (await (await nora.request.get('/demo/mailbox.json')).json()) as { to: string; text: string }[];
  const link = letters.flatMap(({ to, text }) =>
    to === 'nora@example.test' ? (text.match(/http\S+verify-email\S+/) ?? []) : [],
  );
  await nora.goto(link[0] ?? '');
  await page.reload();
  await promote();
  await page.getByText('Successfully made an admin').first().waitFor();
  await row.getByRole('button', { name: 'Make Admin' }).waitFor({ state: 'detached' });
  await nora.goto('/dashboard');
  await nora.getByRole('link', { name: 'All Users', exact: true }).waitFor();

  await row.getByRole('button', { name: 'Remove User' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Successfully removed a user').first().waitFor();
  await nora.goto('/dashboard');
  await nora.getByRole('link', { name: 'Login', exact: true }).first().waitFor();
  expect(await nora.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

it('an admin is offered no way to remove themselves', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/users');
  const own = page.getByRole('row').filter({ hasText: 'ada@tradebench.test' });
  await own.getByText('You', { exact: true }).waitFor();
  expect(await own.getByRole('button').count()).toBe(0);
});

it('several products are removed at once, by name, and the focus goes on to the next row', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit' }) });
  await rows.first().waitFor();
  const [first, second, third] = await rows
    .getByRole('img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('alt') ?? ''));
  for (const name of [first, second]) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Remove 2 products' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [first ?? '', second ?? '']) await dialog.getByText(name, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Successfully removed 2 products').first().waitFor();

  const cross = rows.first().getByRole('button', { name: 'X', exact: true });
  await rows.filter({ hasText: third ?? '' }).waitFor();
  await cross.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Successfully removed a product').first().waitFor();
  await expect.poll(() => cross.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);
});

it('an edit that was begun is not lost by Escape, and its buttons are always in sight', async () => {
  const page = await shop.open({ width: 360 });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  // The menu gives way to the page, and shows where one is.
  const here = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Manage Products' });
  const { x = 0, width = 0 } = (await here.boundingBox()) ?? {};
  expect([x, 360 - x - width].every((room) => room >= 0)).toBe(true);
  expect((await page.getByRole('heading', { level: 2 }).first().boundingBox())?.y).toBeLessThan(400);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  expect(await dialog.getByLabel('Price', { exact: true }).inputValue()).toMatch(/^\d+\.\d\d$/);
  await expectNoSidewaysScroll(page);
  const save = dialog.getByRole('button', { name: 'Save' });
  const box = await save.boundingBox();
  expect((box?.y ?? 640) + (box?.height ?? 640)).toBeLessThanOrEqual(640);

  await dialog.getByLabel('Name', { exact: true }).fill('Half a name');
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving your changes?').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await save.waitFor();
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('a customer posts a review and changes their profile', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/dashboard/addReview');
  await page.getByLabel('Review', { exact: true }).fill('Every carton as ordered.\n<img src=x onerror=alert(1)>');
  await page.getByLabel('Rating').fill('5');
  await page.getByRole('button', { name: 'Post the Review' }).click();
  await page.getByText('New Review Added').first().waitFor();
  await page.goto('/reviews');
  await page.getByText('Every carton as ordered.').first().waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();

  await page.goto('/dashboard/myProfile');
  await page.getByLabel('Address').first().fill('7 Quay Street, 4100 Chattogram');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByText('Profile updated').first().waitFor();
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('7 Quay Street, 4100 Chattogram');
});

it('an admin imports a sheet, sees cell by cell what changes, writes it, finds it again after a reload, and undoes it', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/import');
  const file = page.getByLabel('Drop a sheet here, or choose one');
  const sheet = (text: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file.setInputFiles(sheet('name,price\n"Claw Hammer 16 oz, Hickory",7.77x\n'));
  await page.getByText('Fix the cells below').waitFor();
  await page.getByRole('cell', { name: 'Enter a price such as 12.50' }).waitFor();
  await file.setInputFiles(sheet('name,price\n"Claw Hammer 16 oz, Hickory",7.77\n'));
  await page.getByRole('cell', { name: /Price:.*\$7\.77/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).waitFor();
  const visitor = await shop.open();
  await visitor.goto('/products?q=claw+hammer+16');
  await visitor.getByText('$7.77').first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone \d/).waitFor();
  await visitor.reload();
  await visitor.getByText('$7.77').first().waitFor({ state: 'detached' });

  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#7a8f3c' } })
    .png()
    .toBuffer();
  const named = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
  await page.getByLabel('Pictures by file').setInputFiles([named('ham cl 16h_front.png'), named('nothing.png')]);
  await page.getByText('nothing.png: No product').waitFor();
  await page.getByRole('cell', { name: /Picture:.*\/uploads\// }).waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).waitFor();
});

it('an admin edits products as a sheet with the keyboard and the clipboard, and sees what a save changes', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/sheet');
  const grid = page.getByRole('grid', { name: 'Products' });
  const cells = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell');
  await cells(1).nth(3).click();
  await page.keyboard.type('12x');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+z');
  await expect.poll(() => cells(1).nth(3).textContent()).not.toContain('12x');
  await page.keyboard.press('Control+y');
  await page.getByRole('link', { name: 'All Orders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save 1 cell' }).click();
  await grid.locator('[aria-invalid="true"]').waitFor();
  await cells(1).nth(3).click();
  await page.keyboard.type('12.34');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect.poll(() => cells(2).nth(3).textContent()).toBe('12.34');
  await cells(3).nth(5).click();
  await grid.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '+50\t2\n-1\t3\n');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => cells(4).nth(6).textContent()).toBe('3');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save 6 cells' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Change 4 products?').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed 4 products.').first().waitFor();
  await expect.poll(() => cells(1).nth(3).textContent()).toBe('12.34');
  await page.getByRole('button', { name: 'Save …' }).and(page.locator(':disabled')).waitFor();
});

it('price breaks say at once what can be ordered at which price, and refuse contradictions at the field', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'ada');
  await page.goto('/dashboard/addProduct');
  await page.getByLabel('Price', { exact: true }).fill('12.90');
  await page.getByLabel('Minimum order quantity').fill('24');
  await page.getByLabel('Sold in multiples of').fill('12');
  const ladder = page.getByRole('table', { name: 'What buyers can order' });
  await ladder.getByText('24, 36, 48 …').waitFor();
  await page.getByRole('button', { name: 'Add a price break' }).click();
  await page.getByLabel('From pieces, break 1').fill('50');
  await page.getByLabel('Price per piece, break 1').fill('13');
  await page.getByText('From must be a multiple of the step, 12').waitFor();
  await page.getByText("Price must be below the tool's own, 12.90").waitFor();
  expect(await ladder.count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('From pieces, break 1').fill('120');
  await page.getByLabel('Price per piece, break 1').fill('12');
  await ladder.getByText('24, 36, 48 … 108').waitFor();
  await ladder.getByText('120, 132, 144 …').waitFor();
  await page.getByLabel('Minimum order quantity').fill('25');
  await page.getByText('The minimum order must be a multiple of the step, 12').waitFor();
  await expectAccessible(page);
});

it('an admin makes a key and a webhook for another system, sees each secret once, and revokes the key', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/apiKeys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('What the key is for').fill('Our ERP');
  await page.getByLabel(/See all tools/).check();
  await page.getByRole('button', { name: 'Create Key' }).click();
  const key = await page.locator('dialog code').textContent();
  expect(key).toMatch(/^tbk_/);
  // Nothing brings it back, so Escape does not take it away.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const called = () => page.request.get('/tools', { headers: { authorization: `Bearer ${key}` } });
  expect((await called()).status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('There are no keys').waitFor();
  expect((await called()).status()).toBe(401);

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('URL to call').fill('https://erp.example/shop');
  await page.getByLabel(/A tool or its stock changed/).check();
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  expect(await page.locator('dialog code').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('button', { name: 'Show deliveries' }).click();
  // That nobody is there to take it comes by itself.
  await page.getByText(/No delivery has succeeded since/).waitFor();
  await page.getByRole('button', { name: /^Show responses/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Responses' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('There are no webhooks').waitFor();
});
