import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Facets } from '#contract/catalogue/facets.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Page } from '#contract/office/pages.ts';
import type { Settings, ShopFront } from '#contract/office/settings.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: string;
let saw: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
  saw = await shop.tool({ name: 'Rip saw 650 mm', category: 'Rip saws', description: 'Hardened teeth.' });
});
afterAll(() => shop.close());

const read = async <T>(path: string) => (await shop.call('GET', path, { as: ada })).json() as Promise<T>;
const put = (path: string, body: unknown) => shop.call('PUT', path, { as: ada, body });
const editSaw = async (changes: object) =>
  put(`/tool/${saw._id}`, { ...(await read<Tool>(`/tool/${saw._id}`)), ...changes });
const issuesOf = async (answer: Response) =>
  ((await answer.json()) as { issues: { path: string; message: string }[] }).issues;

describe('a tool', () => {
  it('is answered in the language that is asked for, and beside its translations where none is', async () => {
    const translations = { de: { name: 'Längssäge 650 mm', description: 'Gehärtete Zähne.' } };
    expect((await editSaw({ translations })).status).toBe(200);
    expect(await read<Tool>(`/tool/${saw._id}`)).toMatchObject({ name: 'Rip saw 650 mm', translations });
    const inGerman = await read<Tool>(`/tool/${saw._id}?language=de`);
    expect(inGerman).toMatchObject(translations.de);
    expect(inGerman.translations).toBeUndefined();
    expect(await read<Tool>(`/tool/${saw._id}?language=en`)).toMatchObject({ name: 'Rip saw 650 mm' });
    const list = await read<Tool[]>('/tool?category=Rip+saws&language=de');
    expect(list.map(({ name }) => name)).toEqual(['Längssäge 650 mm']);
    const suggested = await read<Tool[]>('/tool-suggestions?q=rip+saw&language=de');
    expect(suggested.map(({ name }) => name)).toEqual(['Längssäge 650 mm']);
  });

  it('keeps its translations where an edit does not speak of them, and says the rest in the shop’s own', async () => {
    const { translations: _left, ...now } = await read<Tool>(`/tool/${saw._id}`);
    expect((await put(`/tool/${saw._id}`, now)).status).toBe(200);
    expect((await editSaw({ translations: { de: { name: 'Fuchsschwanz', description: ' ' } } })).status).toBe(200);
    const { translations } = await read<Tool>(`/tool/${saw._id}`);
    expect(translations).toEqual({ de: { name: 'Fuchsschwanz' } });
    expect(await read<Tool>(`/tool/${saw._id}?language=de`)).toMatchObject({
      name: 'Fuchsschwanz',
      description: 'Hardened teeth.',
    });
  });

  it('is refused a language that the shop has no words for, and a text beyond the bounds of its own', async () => {
    const other = await editSaw({ translations: { fr: { name: 'Scie' } } });
    expect([other.status, (await issuesOf(other))[0]?.path]).toEqual([400, 'translations.fr']);
    const long = await editSaw({ translations: { de: { name: 'x'.repeat(201) } } });
    expect([long.status, (await issuesOf(long))[0]?.path]).toEqual([400, 'translations.de.name']);
    const price = await editSaw({ translations: { de: { price: 1 } } });
    expect([price.status, (await issuesOf(price))[0]?.path]).toEqual([400, 'translations.de.price']);
    const asked = await shop.call('GET', '/tool?language=fr');
    expect([asked.status, (await issuesOf(asked))[0]?.path]).toEqual([400, 'language']);
  });

  it('has its translations put back from the audit log', async () => {
    await editSaw({ translations: { de: { name: 'Falsch' } } });
    const [entry] = await read<AuditEntry[]>('/audit?limit=1');
    expect(entry).toMatchObject({
      action: 'tool.edited',
      details: { changed: { translations: {} } },
      canPutBack: true,
    });
    expect((await shop.call('POST', `/audit/${entry!._id}/put-back`, { as: ada })).status).toBe(200);
    expect((await read<Tool>(`/tool/${saw._id}`)).translations).toEqual({ de: { name: 'Fuchsschwanz' } });
  });
});

describe('what tools have in common', () => {
  const steel = { key: 'blade', name: 'Blade', kind: 'choice', unit: null, isFacet: true } as const;

  it('is called in the language, and asked for by that name too', async () => {
    const there = await read<Attribute[]>('/attributes');
    const german = { de: { name: 'Sägeblatt', choices: { 'Tool steel': 'Werkzeugstahl' } } };
    expect((await put('/attributes', [...there, { ...steel, translations: german }])).status).toBe(200);
    await editSaw({ attributes: [{ key: 'blade', value: 'Tool steel' }] });
    const changed = await put('/category', { name: 'Rip saws', translations: { de: { name: 'Längssägen' } } });
    expect(await changed.json()).toMatchObject({ name: 'Rip saws', translations: { de: { name: 'Längssägen' } } });

    const list = await read<Tool[]>(
      `/tool?language=de&category=${encodeURIComponent('Längssägen')}&attr.blade=Werkzeugstahl`,
    );
    expect(list).toMatchObject([{ category: 'Längssägen', attributes: [{ key: 'blade', value: 'Werkzeugstahl' }] }]);
    expect(await read<Tool[]>('/tool?language=de&category=Rip+saws&attr.blade=Tool+steel')).toHaveLength(1);
    const { facets } = await read<Facets>('/facets?language=de&category=Rip+saws');
    expect(facets.find(({ key }) => key === 'blade')).toMatchObject({
      name: 'Sägeblatt',
      values: [{ value: 'Werkzeugstahl', count: 1 }],
    });
    const names = await read<{ key: string; name: string }[]>('/attribute-names?language=de');
    expect(names).toContainEqual({ key: 'blade', name: 'Sägeblatt' });
    expect((await read<Category[]>('/category?language=de')).map(({ name }) => name)).toContain('Längssägen');
    expect(await read<Category[]>('/category')).toContainEqual({
      name: 'Rip saws',
      tools: 1,
      translations: { de: { name: 'Längssägen' } },
    });
    const choices = await read<unknown[]>('/facet-suggestions?language=de&q=tool+steel');
    expect(choices).toContainEqual(expect.objectContaining({ category: 'Längssägen', value: 'Werkzeugstahl' }));
  });

  it('drops cached answers of a tool when what it has in common is called otherwise', async () => {
    expect(await read<Tool>(`/tool/${saw._id}?language=de`)).toMatchObject({ category: 'Längssägen' });
    await put('/category', { name: 'Rip saws', translations: { de: { name: 'Spaltsägen' } } });
    expect(await read<Tool>(`/tool/${saw._id}?language=de`)).toMatchObject({ category: 'Spaltsägen' });
    const [entry] = await read<AuditEntry[]>('/audit?limit=1');
    expect(entry).toMatchObject({ action: 'category.changed', details: { name: 'Rip saws' } });
  });

  it('keeps its words where the list of attributes does not speak of them', async () => {
    const there = await read<Attribute[]>('/attributes');
    await put(
      '/attributes',
      there.map(({ translations: _left, ...attribute }) => attribute),
    );
    expect(await read<Attribute[]>('/attributes')).toEqual(there);
  });

  it('refuses a category that no tool is in, and a choice with a comma', async () => {
    const category = await put('/category', { name: 'No such', translations: {} });
    expect([category.status, (await issuesOf(category))[0]?.path]).toEqual([400, 'name']);
    const there = await read<Attribute[]>('/attributes');
    const at = there.findIndex(({ key }) => key === 'blade');
    const choices = { 'Tool steel': 'Stahl, hart' };
    const refused = await put('/attributes', there.with(at, { ...there[at]!, translations: { de: { choices } } }));
    expect([refused.status, (await issuesOf(refused))[0]?.path]).toEqual([
      400,
      `${at}.translations.de.choices.Tool steel`,
    ]);
  });
});

describe('what the owner writes', () => {
  it('is a page in the language, with its text', async () => {
    const page = { title: 'Terms', text: 'Pay **soon**.', place: 'footer' };
    const translations = { de: { title: 'AGB', text: 'Zahlen Sie **bald**.' } };
    expect((await put('/page/terms', { ...page, translations })).status).toBe(200);
    expect((await put('/page/terms', page)).status).toBe(200);
    expect(await read<Page>('/page/terms')).toMatchObject({ title: 'Terms', translations });
    const inGerman = await read<Page>('/page/terms?language=de');
    expect(inGerman).toMatchObject({ title: 'AGB', language: 'de' });
    expect(inGerman.html).toContain('Zahlen Sie <strong>bald</strong>.');
    expect(await read<Page[]>('/pages?language=de')).toMatchObject([{ title: 'AGB' }]);
    const { footer } = await read<ShopFront>('/shop?language=de');
    expect(JSON.stringify(footer)).toContain('AGB');
  });

  it('is said by the shop in the language, and put back', async () => {
    const settings = await read<Settings>('/settings');
    const translations = { de: { headline: 'Werkzeug für viele' } };
    expect((await put('/settings', { ...settings, texts: { translations } })).status).toBe(200);
    const { texts } = await read<ShopFront>('/shop?language=de');
    expect([texts.headline, texts.tagline]).toEqual(['Werkzeug für viele', settings.texts.tagline]);
    expect((await read<ShopFront>('/shop')).texts).not.toHaveProperty('translations');
    const [entry] = await read<AuditEntry[]>('/audit?limit=1');
    expect((await shop.call('POST', `/audit/${entry!._id}/put-back`, { as: ada })).status).toBe(200);
    expect((await read<Settings>('/settings')).texts.translations).toEqual({});
  });
});
