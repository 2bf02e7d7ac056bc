import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDocument } from '#contract/catalogue/documents.ts';
import type { DryRun, ImportProgress } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let folder: string;
let shop: TestShop;
let ada: Person;
let alice: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'document-columns-'));
  shop = await openTestShop(await freshDatabase(), { DATA_DIR: folder });
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const post = (path: string, content: string, as = ada) =>
  shop.app.fetch(
    new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': path.startsWith('/import') ? 'text/csv' : '' },
      body: content,
    }),
  );
const sendFile = async (name: string, content = `%PDF-1.7 ${name}`) => {
  const answer = await post(`/document-file?${new URLSearchParams({ name })}`, content);
  expect([answer.status, await answer.json()]).toEqual([201, { name, size: content.length }]);
};
const look = async (csv: string) => (await (await post('/import/tools', csv)).json()) as DryRun;
const step = async (id: string, which: 'commit' | 'undo') =>
  (await (await shop.call('POST', `/import/${id}/${which}`, { as: ada.token })).json()) as ImportProgress;
const write = async (csv: string) => {
  const found = await look(csv);
  expect(found.errors).toEqual([]);
  expect((await step(found._id, 'commit')).step).toBe('committed');
  return found;
};
const documentsOf = async ({ _id }: Tool) =>
  ((await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool).documents.map(
    ({ _id: _own, url: _url, size: _size, ...said }) => said,
  );

describe('a sheet with a column for each kind of document', () => {
  it('gives each tool the files that were sent, with language and revision, shown before and put back after', async () => {
    const tool = await shop.tool({ sku: 'DOC-1' });
    await sendFile('DOC-1_certificate_de_revB.pdf');
    await sendFile('Care.pdf');
    const csv = 'sku,certificate,manual\nDOC-1,doc-1_CERTIFICATE_de_revb.PDF,Care.pdf | How to keep it sharp | fr | 2';
    const found = await look(csv);
    expect(found).toMatchObject({ changed: 1, errorCount: 0 });
    expect(found.rows[0]?.cells).toEqual([
      { column: 'certificate', from: null, to: 'doc-1_CERTIFICATE_de_revb (de, revision b)' },
      { column: 'manual', from: null, to: 'How to keep it sharp (fr, revision 2)' },
    ]);
    expect(await documentsOf(tool)).toEqual([]);
    await step(found._id, 'commit');
    expect(await documentsOf(tool)).toEqual([
      { kind: 'certificate', name: 'doc-1_CERTIFICATE_de_revb', language: 'de', revision: 'b' },
      { kind: 'manual', name: 'How to keep it sharp', language: 'fr', revision: '2' },
    ]);
    const { documents } = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool;
    const answer = await shop.call('GET', documents[0]?.url ?? '');
    expect(await answer.text()).toBe('%PDF-1.7 DOC-1_certificate_de_revB.pdf');
    expect((await look(csv)).changed).toBe(0);
    expect((await step(found._id, 'undo')).kept).toEqual([]);
    expect(await documentsOf(tool)).toEqual([]);
  });

  it('puts a newer file in the place of one of the same kind, name and language, and leaves all others', async () => {
    const tool = await shop.tool({ sku: 'DOC-2' });
    const added = await post(`/tool/${tool._id}/document?kind=datasheet&name=Facts&language=en`, '%PDF-1 old');
    const old = (await added.json()) as ToolDocument;
    await sendFile('facts-new.pdf');
    await write('sku,datasheet\nDOC-2,facts-new.pdf | Facts | en | C; facts-new.pdf | Facts | de');
    expect(await documentsOf(tool)).toEqual([
      { kind: 'datasheet', name: 'Facts', language: 'en', revision: 'C' },
      { kind: 'datasheet', name: 'Facts', language: 'de' },
    ]);
    expect(await (await shop.call('GET', old.url)).text()).toBe('%PDF-1.7 facts-new.pdf');
    await write('sku,datasheet,weight\nDOC-2,,120');
    expect(await documentsOf(tool)).toHaveLength(2);
  });

  it('gives new tools theirs', async () => {
    await sendFile('new.step', 'ISO-10303-21;\n');
    const found = await write('sku,name,price,cad\nDOC-3,Drawn drift,4,new.step | Model');
    const tool = (await (await shop.call('GET', `/tool/${found.rows[0]?.toolId}`)).json()) as Tool;
    expect(tool.documents).toMatchObject([{ kind: 'cad', name: 'Model', language: 'en' }]);
    expect((await shop.call('GET', tool.documents[0]?.url ?? '')).headers.get('content-type')).toBe('model/step');
  });

  it.each([
    ['Data sheets', 'datasheet'],
    ['Certificates', 'certificate'],
    ['Zeichnungen', 'drawing'],
  ])('is known by the heading %s, too', async (heading, kind) => {
    await sendFile('several.pdf');
    const tool = await shop.tool({ sku: `DOC-${kind}` });
    await write(`sku,${heading}\n${tool.sku},several.pdf`);
    expect(await documentsOf(tool)).toMatchObject([{ kind, name: 'several' }]);
  });

  it('comes back from an export as it went, and changes nothing then', async () => {
    const tool = await shop.tool({ sku: 'DOC-4' });
    await post(
      `/tool/${tool._id}/document?kind=declaration&name=A%20%7C%20b%3B%20c&language=en&revision=1`,
      '%PDF-1 it',
    );
    await post(`/tool/${tool._id}/document?kind=declaration&name=Other&language=en`, '%PDF-1 other');
    const exported = await (await shop.call('GET', '/export/tools', { as: ada.token })).text();
    expect(exported.split('\r\n')[0]).toContain(',declaration');
    expect(await look(exported)).toMatchObject({ changed: 0, created: 0, errorCount: 0 });
  });

  it('is stale where somebody adds a document meanwhile', async () => {
    const tool = await shop.tool({ sku: 'DOC-5' });
    await sendFile('stale.pdf');
    const found = await look('sku,manual\nDOC-5,stale.pdf');
    await post(`/tool/${tool._id}/document?kind=manual&name=Mine&language=en`, '%PDF-1 mine');
    const answer = await shop.call('POST', `/import/${found._id}/commit`, { as: ada.token });
    expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([409, 'STALE_IMPORT']);
    expect(await documentsOf(tool)).toMatchObject([{ name: 'Mine' }]);
  });

  it.each([
    ['a file that was not sent', 'nowhere.pdf', /^No file nowhere\.pdf was uploaded/],
    ['no file', '| Name | en', /^Enter the names of uploaded files/],
    ['a language that is none', 'sent.pdf | Name | english', /^Language must be a code/],
    ['too many parts', 'sent.pdf | a | en | 1 | 2', /^Enter the names of uploaded files/],
    ['51 of them', Array.from({ length: 51 }, (_, n) => `sent.pdf | ${n}`).join('; '), /at most 50 documents/],
  ])('refuses %s at its cell', async (what, cell, message) => {
    const { _id } = await shop.tool({ name: `Refusing ${what}` });
    await sendFile('sent.pdf');
    const { errors } = await look(`_id,certificate\n${_id},"${cell}"`);
    expect(errors).toEqual([{ row: 2, column: 'certificate', message: expect.stringMatching(message) }]);
  });
});

describe('POST /document-file', () => {
  it('is refused for what is no document, and for who may not', async () => {
    const sent = async (content: string, as = ada, query = 'name=x.pdf') =>
      (await post(`/document-file?${query}`, content, as)).status;
    expect(await sent('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(415);
    expect(await sent('%PDF-1.7', alice)).toBe(403);
    expect(await sent('%PDF-1.7', ada, '')).toBe(400);
    expect(await sent('%PDF-1.7', ada, `name=${'x'.repeat(256)}`)).toBe(400);
  });
});
