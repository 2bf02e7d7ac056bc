import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { AwaitedPicture, DryRun, TaughtHeading } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** A maker's articles as their ERP writes them: titles above the headings, German words, units and numbers. */
let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
});
afterAll(() => shop.close());

const HEAD =
  'Artikelnummer;Bezeichnung;Warengruppe;VK netto;PE;EK netto;Bestand;Gewicht (kg);Bilddatei;DIN;Werkstoff;Gewinde;Länge (mm);Rostfrei;Lagerplatz;Staffelmenge;Staffelpreis;Meldebestand';
const article = (at: number, price = '1.234,50') =>
  `ART-${at};Sechskantschraube M${at} Güte ${at};Schrauben;${price};100;8,40;${at};${at % 2 ? '0,125' : '1,250'};C:\\Bilder\\ART_${Math.ceil(at / 2)}.JPG;${at % 2 ? '912' : '933'};1.4301;M${at};${at},5;${at % 2 ? 'ja' : 'nein'};R${at}-04;500;1.100,00;40`;
const sheet = (rows: string[]) =>
  ['Mustermann Werkzeuge GmbH', 'Artikelstamm;Stand: 28.11.2026', '', HEAD, ...rows].join('\r\n');
const SAID = {
  DIN: 'attr.din',
  Werkstoff: 'attr.werkstoff',
  Gewinde: 'attr.gewinde',
  'Länge (mm)': 'attr.laenge',
  Rostfrei: 'attr.rostfrei',
};

const send = async (body: string, columns?: Record<string, string>, more = '') => {
  const query = columns ? `?columns=${encodeURIComponent(JSON.stringify(columns))}${more}` : '';
  const answer = await shop.app.fetch(
    new Request(`http://shop.test/import/tools${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada}`, 'content-type': 'text/csv' },
      body,
    }),
  );
  return { status: answer.status, found: (await answer.json()) as DryRun };
};
const get = async <T>(path: string, as = ada) => (await (await shop.call('GET', path, { as })).json()) as T;
const commit = (id: string, leaveOut = false) =>
  shop.call('POST', `/import/${id}/commit`, { as: ada, body: { leaveOut } });
const bySku = async (sku: string) => (await get<Tool[]>(`/tool?q=${sku}`)).find((tool) => tool.sku === sku)!;

it('an ERP sheet of 300 articles becomes tools with attributes that its columns make, whatever stands above the headings', async () => {
  const body = sheet(Array.from({ length: 300 }, (_, at) => article(at + 1)));
  const asked = await send(body);
  expect(asked.found).toMatchObject({ headingRow: 4, created: 0 });
  expect(asked.found.columns.filter(({ column }) => column === null).map(({ heading }) => heading)).toEqual(
    Object.keys(SAID),
  );
  const { found } = await send(body, SAID, '&remember=true');
  expect(found).toMatchObject({ created: 300, errorCount: 0, headingRow: 4 });
  expect(found.attributes).toEqual([
    { heading: 'DIN', key: 'din', name: 'DIN', kind: 'choice', unit: null },
    { heading: 'Werkstoff', key: 'werkstoff', name: 'Werkstoff', kind: 'choice', unit: null },
    { heading: 'Gewinde', key: 'gewinde', name: 'Gewinde', kind: 'choice', unit: null },
    { heading: 'Länge (mm)', key: 'laenge', name: 'Länge', kind: 'number', unit: 'mm' },
    { heading: 'Rostfrei', key: 'rostfrei', name: 'Rostfrei', kind: 'flag', unit: null },
  ]);
  // Nothing is made, and nothing remembered, before the commit.
  expect((await get<Attribute[]>('/attributes')).some(({ key }) => key === 'werkstoff')).toBe(false);
  expect((await get<TaughtHeading[]>('/taught-headings')).some(({ heading }) => heading === 'werkstoff')).toBe(false);
  expect((await commit(found._id)).status).toBe(200);
  const [one, two] = [await bySku('ART-1'), await bySku('ART-2')];
  expect(one).toMatchObject({ price: 1234.5, priceUnit: 100, weight: 125, priceBreaks: [{ from: 500, price: 1100 }] });
  expect(two.weight).toBe(1250);
  const [kept] = (await get<Tool[]>('/tools?q=ART-1')).filter(({ sku }) => sku === 'ART-1');
  expect(kept?.reorderBelow).toBe(40);
  expect(one.attributes).toEqual([
    { key: 'din', value: '912' },
    { key: 'werkstoff', value: '1.4301' },
    { key: 'gewinde', value: 'M1' },
    { key: 'laenge', value: '1.5', unit: 'mm' },
    { key: 'rostfrei', value: true },
  ]);
  expect(await get(`/tool/${one._id}/cost`)).toEqual({ cost: 8.4 });
  expect((await get<TaughtHeading[]>('/taught-headings')).find(({ heading }) => heading === 'gewinde')?.column).toBe(
    'attr.gewinde',
  );
  const awaited = await get<AwaitedPicture[]>('/awaited-pictures?file=art_1.jpg');
  expect(awaited.map(({ file, name }) => [file, name])).toEqual([
    ['ART_1.JPG', 'Sechskantschraube M1 Güte 1'],
    ['ART_1.JPG', 'Sechskantschraube M2 Güte 2'],
  ]);
  // The picture came: nothing is waited for any more.
  const came = await send(`_id,image,imageFile\n${one._id},/pictures/hammer-640.webp,\n`);
  expect((await commit(came.found._id)).status).toBe(200);
  expect((await get<AwaitedPicture[]>('/awaited-pictures?file=art_1.jpg')).length).toBe(1);
});

it('what staff alone keep of a tool goes back with its import', async () => {
  const tool = await shop.tool({ name: 'Kept by staff', sku: 'KEPT-1', price: 10 });
  const { found } = await send('sku;EK;Lagerplatz\nKEPT-1;4,20;A-01\n');
  expect(found.rows[0]?.cells).toEqual([
    { column: 'cost', from: null, to: 4.2 },
    { column: 'bin', from: null, to: 'A-01' },
  ]);
  expect((await commit(found._id)).status).toBe(200);
  expect(await get(`/tool/${tool._id}/cost`)).toEqual({ cost: 4.2 });
  expect(await get(`/tool/${tool._id}/bin`)).toEqual({ bin: 'A-01' });
  expect((await send('sku;EK;Lagerplatz\nKEPT-1;4,20;A-01\n')).found).toMatchObject({ unchanged: 1, changed: 0 });
  expect((await shop.call('POST', `/import/${found._id}/undo`, { as: ada })).status).toBe(200);
  expect(await get(`/tool/${tool._id}/cost`)).toEqual({ cost: null });
});

it('rows in error come back as a sheet with their reasons, which can be sent again', async () => {
  const body = sheet([article(401), article(402, 'auf Anfrage'), article(403)]);
  const { found } = await send(body, { ...SAID, DIN: 'attr.din' });
  expect(found).toMatchObject({ created: 2, errorCount: 1 });
  expect((await commit(found._id, true)).status).toBe(200);
  const answer = await shop.call('GET', `/import/${found._id}/left-out`, { as: ada });
  const [head = '', row = '', ...rest] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe(`${HEAD};Why it was left out`);
  expect(row).toContain('ART-402');
  expect(row).toContain('price: Enter a price such as 12.50');
  expect(rest).toEqual([]);
  const again = await send(`${head}\r\n${row.replace('auf Anfrage', '1.234,50')}\r\n`);
  expect(again.found.columns.filter(({ column }) => column === null)).toEqual([]);
  expect(again.found).toMatchObject({ created: 1, errorCount: 0 });
});

it('a mapping that was never committed is not remembered, and a key that cannot be is refused', async () => {
  const body = 'sku;Härte\nART-1;58 HRC\n';
  expect((await send(body, { Härte: 'attr.haerte' }, '&remember=true')).found.attributes).toEqual([
    { heading: 'Härte', key: 'haerte', name: 'Härte', kind: 'number', unit: 'HRC' },
  ]);
  expect((await send(body)).found.columns).toEqual([{ heading: 'Härte', column: null }]);
  expect((await send(body, { Härte: 'attr.haerte:choice' })).found.attributes).toMatchObject([{ kind: 'choice' }]);
  for (const column of ['attr.', 'attr.Härte', 'attr.a b', `attr.${'x'.repeat(41)}`, 'attr.x:text', "attr.x'--"])
    expect((await send(body, { Härte: column })).status, column).toBe(400);
});

it('an attribute that somebody made otherwise meanwhile stops the commit', async () => {
  const { found } = await send('sku;Bohrung\nART-1;12 mm\n', { Bohrung: 'attr.bohrung' });
  const there = await get<Attribute[]>('/attributes');
  const other = { key: 'bohrung', name: 'Bohrung', kind: 'flag', unit: null, isFacet: false };
  expect((await shop.call('PUT', '/attributes', { as: ada, body: [...there, other] })).status).toBe(200);
  const answer = await commit(found._id);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'STALE_IMPORT']);
});

it('those who may not write tools see neither what was left out nor what waits', async () => {
  const { found } = await send('sku;price\nART-1;dear\n');
  const { token } = await shop.person('Wanda', 'warehouse');
  for (const path of [`/import/${found._id}/left-out`, '/awaited-pictures'])
    expect((await shop.call('GET', path, { as: token })).status).toBe(403);
  expect((await shop.call('GET', '/import/none/left-out', { as: ada })).status).toBe(404);
});

it.each([
  ['VK;Preis ab 100;Preis ab 1.000 Stk.', '12,50;11,00;9,50', [100, 1000]],
  ['VK;ab 50;VK ab 500 (€)', '12,50;11,00;9,50', [50, 500]],
  ['VK;Staffelmenge;Staffelpreis;Staffelmenge 2;Staffelpreis 2', '12,50;100;11,00;500;9,50', [100, 500]],
  ['VK;Staffelmenge 2;Staffelpreis 2;Preis ab 100', '12,50;500;9,50;11', [100, 500]],
])('%s are prices from so many pieces on', async (head, cells, froms) => {
  const { found } = await send(`sku;name;Bestand;Mindestmenge;${head}\nBREAK-1;Zange;5;1;${cells}\n`);
  expect(found).toMatchObject({ errorCount: 0, columns: [] });
  expect(found.rows[0]?.cells.find(({ column }) => column === 'priceBreaks')?.to).toEqual([
    { from: froms[0], price: 11 },
    { from: froms[1], price: 9.5 },
  ]);
});

it('a choice with a comma is an error of its row, which says how to write it', async () => {
  const { found } = await send('sku;name;VK;Oberfläche\nCOMMA-1;Haken;2,50;"Stahl, verzinkt"\n', {
    Oberfläche: 'attr.oberflaeche',
  });
  expect(found).toMatchObject({ errorCount: 1, created: 0 });
  expect(JSON.stringify(found.errors)).toContain('without a comma');
});
