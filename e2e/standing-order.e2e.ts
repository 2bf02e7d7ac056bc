import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it.each([360, 768, 1440])(
  'at %i px a list is set to be ordered every month, changed, skipped from the link of its letter, and stopped',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'alice');
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const as = { headers: { authorization: `Bearer ${token}` } };
    const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as [
      { _id: string; minOrderQuantity: number },
    ];
    await page.request.post('/my-address', {
      ...as,
      data: { name: 'Alice', street: '1 Dock Road', town: 'Bergen', country: 'NO', phone: '55512' },
    });
    const made = await page.request.post('/my-list', {
      ...as,
      data: { name: `Every month ${width}`, lines: [{ toolId: tool._id, quantity: tool.minOrderQuantity }] },
    });
    const { _id } = (await made.json()) as { _id: string };
    await page.goto(`/dashboard/lists/${_id}`);
    await page.getByText('The shop can order this list for you every week or every month.').waitFor();
    await page.getByRole('button', { name: 'Set a standing order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Standing order' });
    await dialog.getByLabel('How often').selectOption('month');
    await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Myself' });
    await dialog.getByLabel('Day of the month').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number from 1 to 31').waitFor();
    await dialog.getByLabel('Day of the month').fill('31');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const part = page.getByRole('region', { name: 'Standing order' });
    await part.getByText('Every month on day 31').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto(`/dashboard/lists/${_id}?standing=skip`);
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByText('Nothing will be ordered on').waitFor();
    const before = (await (await page.request.get(`/my-list/${_id}/standing`, as)).json()) as { next: string };
    await question.getByRole('button', { name: 'Skip', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    const after = (await (await page.request.get(`/my-list/${_id}/standing`, as)).json()) as { next: string };
    expect(after.next > before.next).toBe(true);
    await part.getByRole('button', { name: 'Change standing order' }).click();
    await dialog.getByLabel('How often').selectOption('week');
    await dialog.getByLabel('Day of the week').selectOption('Wednesday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await part.getByText('Every Wednesday').waitFor();
    await part.getByRole('button', { name: 'Stop standing order' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await part.getByRole('button', { name: 'Set a standing order' }).waitFor();
  },
);
