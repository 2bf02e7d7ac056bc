import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#content/catalogue.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { PastedLine } from '#contract/buying/order-lines.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const found = async (q: string, language?: 'de') => {
  const query = new URLSearchParams({ q, limit: '100', ...(language ? { language } : {}) });
  const answer = await shop.call('GET', `/tool?${query.toString()}`);
  return { names: ((await answer.json()) as Tool[]).map(({ name }) => name), isNear: answer.headers.has('x-nearest') };
};

describe('in a shop of English', () => {
  it.each([
    ['Schraubendreher', 'Screwdriver'],
    ['Säge', 'Saw'],
    ['Hammer', 'Hammer'],
    ['Schlüssel', 'Spanner'],
    ['Schluessel', 'Spanner'],
    ['Ringmaulschlüssel', 'Combination Spanner'],
    ['Handschuhe', 'Gloves'],
    ['Wasserwaage', 'Square'],
  ])('%s finds what it is called there', async (word, name) => {
    const { names } = await found(word);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((each) => !each.includes(name) && word !== 'Hammer')).toEqual([]);
  });

  it('finds nothing by a word that only a translation has', async () => {
    expect((await found('Wangen')).names).toEqual([]);
    expect((await found('Wangen', 'de')).names).toEqual(['Spaltbeil 600 g, Hickory']);
  });
});

describe('in German', () => {
  it.each(catalogue.map(({ translations }) => translations?.de?.name ?? ''))('%s finds itself first', async (name) => {
    const { names, isNear } = await found(name, 'de');
    expect([names[0], isNear]).toEqual([name, false]);
  });

  it.each([
    ['Spitzhacken', 'Spitzhacke 2,5 kg mit Stiel'],
    ['pulverbeschichtete Schraubzwinge', 'Schraubzwinge 150 mm, Temperguss'],
    ['haemmer', 'Klauenhammer 16 oz, Hickory'],
    ['Schutzbrillen', 'Schutzbrille, klar, EN 166'],
    ['Daemmstoffmesser', 'Dämmstoffmesser 280 mm'],
    ['Schraubenzieher', 'Schlitzschraubendreher 5,5 × 100 mm'],
    ['Holzleiter mit zehn Sprossen', 'Holzleiter 3,0 m, zehn Sprossen'],
    ['Messing', 'Messinghaken 80 mm, gegossen'],
    ['Fällaxt Esche', 'Fällaxt 1,6 kg, Esche'],
    ['Temperguß', 'Schraubzwinge 150 mm, Temperguss'],
    ['claw hammer', 'Klauenhammer 16 oz, Hickory'],
    ['Werkstattscherre', 'Werkstattschere 200 mm'],
  ])('%s finds %s', async (q, name) => {
    expect((await found(q, 'de')).names).toContain(name);
  });

  it('the order pad takes what is called so there', async () => {
    const body = { text: '12 Spaltbeil Hickory\n20 Messinghaken gegossen', language: 'de' };
    const answer = await shop.call('POST', '/order-lines', { body });
    const { rows } = (await answer.json()) as { rows: PastedLine[] };
    expect(rows.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['AXE-HA-06', 12],
      ['HOO-BR-80', 20],
    ]);
  });

  it('lists are in the order of what tools are called there', async () => {
    const answer = await shop.call('GET', '/tool?sort=name&language=de&limit=3');
    const cursor = /cursor=([\w-]+)/.exec(answer.headers.get('link') ?? '')?.[1];
    const next = await shop.call('GET', `/tool?sort=name&language=de&limit=3&cursor=${cursor}`);
    const names = [...((await answer.json()) as Tool[]), ...((await next.json()) as Tool[])].map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['Astsäge 300 mm, gebogen', 'Baueimer 14 l']);
    expect(new Set(names).size).toBe(6);
  });
});
