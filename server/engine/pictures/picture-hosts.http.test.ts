import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const KNOWN = 'https://images.example/hammer.webp';
const STRANGE = 'https://tracker.example/hammer.webp';

let shop: TestShop;
let admin: { token: string; cookie: string };
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { IMAGE_HOSTS: 'Images.example, cdn.example' });
  admin = await shop.signIn('ada@tradebench.test');
});
afterAll(() => shop.close());

describe('where IMAGE_HOSTS names hosts, a picture of another one is refused at its field (attacks T77)', () => {
  const refused = {
    code: 'INVALID_IMAGE_URL',
    message: 'A picture must be uploaded here or come from images.example, cdn.example.',
    issues: [{ path: 'image' }],
  };
  const identity = (path: string, body: Record<string, unknown>) =>
    shop.call('POST', `/api/auth${path}`, {
      headers: { origin: shop.parts.config.baseUrl, cookie: admin.cookie },
      body,
    });

  it('for a new tool and for one that is changed', async () => {
    const tool = await shop.tool({ name: 'Pictured', image: KNOWN });
    const added = await shop.call('POST', '/tool', {
      as: admin.token,
      body: { name: 'Other', description: 'x', price: 1, availableQuantity: 1, minOrderQuantity: 1, image: STRANGE },
    });
    const edited = await shop.call('PUT', `/tool/${tool._id}`, { as: admin.token, body: { ...tool, image: STRANGE } });
    for (const answer of [added, edited]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(refused);
    }
    const kept = await shop.call('GET', `/tool/${tool._id}`);
    expect(await kept.json()).toMatchObject({ image: KNOWN });
  });

  it('for a profile and for a new account', async () => {
    const person = { name: 'Eve', email: 'eve@people.test', password: 'sesame', image: STRANGE };
    for (const answer of [
      await identity('/update-user', { image: STRANGE }),
      await identity('/sign-up/email', person),
    ]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(refused);
    }
    expect((await identity('/update-user', { image: KNOWN })).status).toBe(200);
    expect((await identity('/update-user', { image: '/pictures/hammer-640.webp' })).status).toBe(200);
  });
});
