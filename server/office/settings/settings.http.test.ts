import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company } from '#content/company.ts';
import { ownWords } from '#content/shop-front.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Settings, ShopFront } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const get = async () => (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
const put = (body: object) => shop.call('PUT', '/settings', { as: ada.token, body });
const change = async (edit: (now: Settings) => object) => {
  const answer = await put(edit(await get()));
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Settings;
};
const front = async () => (await (await shop.call('GET', '/shop')).json()) as Settings;

describe('the settings', () => {
  it('begin with what content/ says and what a new shop starts with', async () => {
    expect(await get()).toMatchObject({
      company: { name: company.name, country: 'BD', email: company.email },
      delivery: [{ id: 'standard', countries: ['*'], days: [2, 5], rates: [{ upTo: null, price: 0 }] }],
      tax: [],
      holdHours: 48,
      holdHoursOverride: null,
      logo: null,
    });
  });

  it('are shown to visitors at once; a fact that is emptied is back in content/, a text that is emptied is gone until it is null', async () => {
    await front();
    await change((now) => ({
      ...now,
      company: { ...now.company, phone: '+880 1' },
      texts: { ...now.texts, tagline: 'Ours.' },
    }));
    expect(await front()).toMatchObject({ company: { phone: '+880 1' }, texts: { tagline: 'Ours.' } });
    await change((now) => ({ ...now, company: { ...now.company, phone: '' }, texts: { ...now.texts, tagline: '' } }));
    expect(await front()).toMatchObject({ company: { phone: company.phone }, texts: { tagline: '' } });
    await change((now) => ({ ...now, texts: { tagline: null, statistics: [], reasons: [] } }));
    expect((await front()).texts).toMatchObject({ tagline: ownWords.texts.tagline, statistics: [], reasons: [] });
    await change((now) => ({ ...now, texts: { statistics: null, reasons: null } }));
    expect((await front()).texts).toEqual(ownWords.texts);
  });

  it('of another company tell nothing of the one that the shop came with, unless somebody writes it', async () => {
    const named = (name: string) => change((now) => ({ ...now, company: { ...now.company, name } }));
    await named('Zangen Werk');
    const { texts } = await front();
    expect(texts.aboutText).not.toBe('');
    expect(JSON.stringify({ ...texts, statistics: [] })).not.toMatch(/tradebench|dhaka|bangladesh|\d countries/i);
    // As somebody sends them who keeps every word.
    await change((now) => ({ ...now, holdHours: 47 }));
    await named('');
    expect((await front()).texts).toEqual(ownWords.texts);
    await change((now) => ({ ...now, holdHours: 48 }));
  });

  it('turn sections off, one by one, which nothing leads to any more', async () => {
    await change((now) => ({ ...now, sections: { portfolio: false } }));
    await change((now) => ({ ...now, sections: { blogs: false, reviews: false, trust: false } }));
    const { sections, menu, footer } = (await front()) as unknown as ShopFront;
    expect(sections).toEqual({ portfolio: false, blogs: false, statistics: true, reviews: false, trust: false });
    expect(menu.map(({ to }) => to)).toEqual(['/products', '/about', '/contactUs']);
    expect(footer.flatMap(({ links }) => links.map(({ to }) => to))).toEqual(['/products', '/contactUs']);
    await change((now) => ({ ...now, texts: { footerContact: '' } }));
    expect(((await front()) as unknown as ShopFront).footer.map(({ title }) => title)).toEqual(['Buying']);
    await change((now) => ({
      ...now,
      texts: { footerContact: null },
      sections: { portfolio: true, blogs: true, reviews: true, trust: true },
    }));
    expect(((await front()) as unknown as ShopFront).menu).toHaveLength(6);
  });

  it('have pictures of works and certificates, each until it is null, and stay where a change names none', async () => {
    const works = [{ image: '/uploads/forge-640.webp', caption: 'The forge' }];
    await change((now) => ({ ...now, pictures: { works, banner: [], about: '', share: '/uploads/share-1280.webp' } }));
    const { pictures: _none, ...old } = await get();
    await change(() => old);
    expect((await front()).pictures).toEqual({
      works,
      banner: [],
      about: '',
      share: '/uploads/share-1280.webp',
      certificates: [],
    });
    await change((now) => ({ ...now, pictures: { works: null, banner: null, about: null, share: null } }));
    expect((await front()).pictures).toEqual(ownWords.pictures);
  });

  it('call the pages of the menu as the owner does, and lead to none without a name', async () => {
    await change((now) => ({ ...now, texts: { menuProducts: 'Sortiment', menuContact: '' } }));
    const { menu } = (await front()) as unknown as ShopFront;
    expect(menu[0]).toEqual({ text: 'Sortiment', to: '/products' });
    expect(menu.map(({ to }) => to)).not.toContain('/contactUs');
    await change((now) => ({ ...now, texts: { menuProducts: null, menuContact: null } }));
  });

  it('refuse what is no section, and a point that stands twice', async () => {
    const now = await get();
    const [first] = now.texts.trust;
    for (const [body, path] of [
      [{ ...now, sections: { portfolio: 'no' } }, 'sections.portfolio'],
      [{ ...now, texts: { trust: [first, first] } }, 'texts.trust'],
      [{ ...now, pictures: { about: 'javascript:alert(1)' } }, 'pictures.about'],
      [{ ...now, pictures: { banner: Array(7).fill('/uploads/a-640.webp') } }, 'pictures.banner'],
      [{ ...now, pictures: { works: [{ image: '//evil.example/a.png', caption: '' }] } }, 'pictures.works.0.image'],
      [
        { ...now, pictures: { certificates: [{ image: '/uploads/a-640.webp', caption: 'x'.repeat(201) }] } },
        'pictures.certificates.0.caption',
      ],
      [{ ...now, texts: { statistics: [{ value: '', label: 'x' }] } }, 'texts.statistics.0.value'],
    ] as const) {
      const answer = await put(body);
      expect([answer.status, ((await answer.json()) as { issues: { path: string }[] }).issues[0]?.path]).toEqual([
        400,
        path,
      ]);
    }
  });

  it('are read by a shipment in its own transaction after a change, also where the database has one connection', async () => {
    const alice = await shop.person('Shipped to');
    const order = await shop.order(alice.token, await shop.tool());
    const body = { date: new Date().toISOString().slice(0, 10), reference: 'R' };
    const paid = await shop.call('POST', `/order/${order._id}/payment`, { as: ada.token, body });
    expect(paid.status).toBe(201);
    await shop.atRest();
    await change((now) => now);
    const shipped = await shop.call('POST', `/order/${order._id}/shipment`, {
      as: ada.token,
      body: { carrier: 'DHL' },
    });
    expect(shipped.status).toBe(201);
  });

  it('name the company in the letters of identity at once', async () => {
    const before = await change((now) => ({ ...now, company: { ...now.company, name: 'Acme <Forge>' } }));
    const answer = await shop.app.fetch(
      new Request(`${shop.parts.config.baseUrl}/api/auth/sign-in/magic-link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shop.parts.config.baseUrl },
        body: JSON.stringify({ email: 'acme-reader@tradebench.test' }),
      }),
    );
    expect(answer.status).toBe(200);
    const [letter] = await shop.parts.database.raw<{ text: string; html: string }>(
      `select text, html from mails where "to" = 'acme-reader@tradebench.test'`,
    );
    expect(letter?.text).toContain('Sign in to Acme <Forge>');
    expect(letter?.html).toContain('Sign in to Acme &#60;Forge&#62;');
    await change((now) => ({ ...now, company: { ...now.company, name: '' } }));
    expect(before.company.name).toBe('Acme <Forge>');
  });

  it('keep from visitors where transfers go', async () => {
    await change((now) => ({
      ...now,
      company: {
        ...now.company,
        bankAccount: { holder: 'Tools', account: 'DE02 1203 0000 0000 2020 51', bic: '', bank: '' },
      },
    }));
    expect(JSON.stringify(await front())).not.toContain('DE02');
  });

  it('refuse an edit of what somebody else changed, and write each change down with a way back', async () => {
    const opened = await get();
    await change((now) => ({ ...now, holdHours: '24' }));
    expect((await put({ ...opened, version: -1 })).status).toBe(409);
    const late = await put({ ...opened, holdHours: 12 });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ code: 'STALE_SETTINGS', version: opened.version + 1 });
    const [last] = (await (await shop.call('GET', '/audit?limit=1', { as: ada.token })).json()) as object[];
    expect(last).toMatchObject({
      action: 'settings.changed',
      details: { changed: { holdHours: { from: 48, to: 24 } } },
    });
  });

  it('decide what is delivered where for how much, and never change an order placed before', async () => {
    const buyer = await shop.person('Buyer');
    const tool = await shop.tool({ price: 10, weight: 500 });
    const before = await shop.order(buyer.token, tool, 2);
    const duties = 'Duties are paid by whoever receives it.';
    const van = { id: 'van', name: 'Van', countries: ['BD', 'DE'], days: [1, 3], freeFrom: 500, duties };
    const rates = [{ upTo: 5_000, price: 7.5 }];
    const tax = [
      { country: 'BD', percent: 15, name: 'VAT' },
      { country: 'DE', percent: 19, name: 'USt' },
    ];
    await change((now) => ({ ...now, delivery: [{ ...van, rates }], tax }));
    const ask = async (quantity: number, more: object = {}) =>
      (await (
        await shop.call('POST', '/price', { body: { lines: [{ toolId: tool._id, quantity }], ...more } })
      ).json()) as Priced;
    expect(await ask(2)).toMatchObject({ goods: 20, freight: 7.5, tax: 4.13, price: 31.63, delivery: 'van' });
    expect(await ask(2, { country: 'de', vatId: 'DE123456788' })).toMatchObject({
      tax: 5.23,
      price: 32.73,
      taxNote: null,
      taxCategory: 'S',
    });
    // Who pays duties is said where it goes abroad.
    const said = async (country: string) => (await ask(2, { country })).deliveries.map((way) => way.duties);
    expect([await said('DE'), await said('BD')]).toEqual([[duties], [undefined]]);
    const nowhere = { delivery: null, deliveries: [], freight: null, tax: null, price: null };
    expect(await ask(2, { country: 'FR' })).toMatchObject({ goods: 20, ...nowhere });
    expect(await ask(11)).toMatchObject({ goods: 110, ...nowhere });
    const order = await shop.order(buyer.token, tool, 2);
    expect(order).toMatchObject({ goods: 20, freight: 7.5, tax: 4.13, price: 31.63 });
    const kept = await shop.call('GET', `/order/${before._id}`, { as: buyer.token });
    expect(await kept.json()).toMatchObject({ price: 20, freight: 0, tax: 0 });
  });

  it.each([
    [
      'a way without a rate',
      { delivery: [{ id: 'x', name: 'X', countries: ['*'], days: [1, 2], rates: [], freeFrom: null }] },
      'delivery.0.rates',
    ],
    ['a field that is none', { colour: 'red' }, 'colour'],
    ['a hold without end', { holdHours: 9_000 }, 'holdHours'],
  ])('refuse %s at its field and keep what was', async (_what, wrong, path) => {
    const before = await get();
    const answer = await put({ ...before, ...wrong });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { issues: object[] }).issues).toMatchObject([{ path }]);
    expect(await get()).toEqual(before);
  });

  it('refuse a VAT number that cannot be one of the company’s country, and take any where it is not known how they look', async () => {
    const before = await get();
    const withVat = (country: string, vatId: string) =>
      put({ ...before, company: { ...before.company, country, vatId } });
    const refused = await withVat('DE', 'DE12345');
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { issues: object[] }).issues).toMatchObject([{ path: 'company.vatId' }]);
    expect(await get()).toEqual(before);
    expect(
      (await change((now) => ({ ...now, company: { ...now.company, country: 'BD', vatId: '001234567-0101' } }))).company
        .vatId,
    ).toBe('001234567-0101');
    expect(
      (await change((now) => ({ ...now, company: { ...now.company, country: 'DE', vatId: 'DE123456788' } }))).company
        .vatId,
    ).toBe('DE123456788');
    await change((now) => ({ ...now, company: { ...now.company, country: 'BD', vatId: '' } }));
  });

  it('say where the operator’s hold wins', async () => {
    const held = await openTestShop(await freshDatabase(), { ORDER_HOLD_HOURS: '3' });
    const { token } = await held.person('Root', 'admin');
    const settings = await (await held.call('GET', '/settings', { as: token })).json();
    expect(settings).toMatchObject({ holdHours: 48, holdHoursOverride: 3 });
    const buyer = await held.person('Holder');
    const order = await held.order(buyer.token, await held.tool());
    expect(Date.parse(order.holdUntil ?? '') - Date.parse(order.createdAt)).toBeCloseTo(3 * 3_600_000, -4);
    await held.close();
  });
});
