import sharp from 'sharp';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

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

it('a newcomer is made admin, and loses access at once when he is removed', async () => {
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
  await row.getByRole('button', { name: 'Make Admin' }).click();
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

it('a customer posts a review and changes his profile', async () => {
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
  await page.getByLabel('Address').first().fill('7 Quay Street, Chattogram');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByText('Profile updated').first().waitFor();
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('7 Quay Street, Chattogram');
});
