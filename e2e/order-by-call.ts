import type { Page } from 'playwright-core';

/** An unpaid order of whoever is signed in on the page, made by a call and not by clicks. */
export async function orderByCall(page: Page): Promise<{ productId: string; id: string }> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const tools = await page.request.get('/tool?limit=1');
  const [tool] = (await tools.json()) as { _id: string; name: string; minOrderQuantity: number }[];
  if (!tool) throw new Error('the shop has no tools');
  const answer = await page.request.post('/order', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: 'Order by call',
      address: '1 Dock Road, Chattogram',
      phone: '+880 2 555 0100',
      tool: tool.name,
      toolId: tool._id,
      quantity: tool.minOrderQuantity,
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  const { _id } = (await answer.json()) as { _id: string };
  return { productId: tool._id, id: _id };
}
