import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DOCUMENTS, type ToolDocument } from '#contract/catalogue/documents.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/limits.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let folder: string;
let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let wren: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  shop = await openTestShop(await freshDatabase(), { DATA_DIR: folder });
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  wren = await shop.person('Wren', 'warehouse');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const PDF = '%PDF-1.7\n1 0 obj\n';
const SAID = 'kind=certificate&name=EN%20131&language=en';

const send = (tool: Pick<Tool, '_id'>, content: string | Buffer, query = SAID, as = ada, headers = {}) =>
  shop.app.fetch(
    new Request(`http://shop.test/tool/${tool._id}/document?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, ...headers },
      body: typeof content === 'string' ? Buffer.from(content, 'latin1') : new Uint8Array(content),
    }),
  );
const added = async (tool: Tool, content: string | Buffer = PDF, query = SAID) => {
  const answer = await send(tool, content, query);
  expect(answer.status).toBe(201);
  return (await answer.json()) as ToolDocument;
};
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).code];
const toolNow = async ({ _id }: Tool) => (await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool;

describe('POST /tool/{id}/document', () => {
  it('is called by one line, read as it is written', async () => {
    const tool = await shop.tool({ name: 'Named ladder' });
    const name = encodeURIComponent('EN\r\n131 \u202Egnp.exe\u202C');
    expect((await added(tool, PDF, `kind=certificate&name=${name}&language=en`)).name).toBe('EN 131 gnp.exe');
    expect((await send(tool, PDF, 'kind=certificate&name=%E2%80%AE&language=en')).status).toBe(400);
  });

  it('keeps it with what is said of it, and the tool shows it wherever it is shown', async () => {
    const tool = await shop.tool({ name: 'Documented ladder' });
    const document = await added(tool, PDF, 'kind=certificate&name=EN%20131&language=de-AT&revision=C');
    expect(document).toEqual({
      _id: document._id,
      kind: 'certificate',
      name: 'EN 131',
      language: 'de-AT',
      revision: 'C',
      size: PDF.length,
      url: `/tool/${tool._id}/document/${document._id}`,
    });
    expect((await toolNow(tool)).documents).toEqual([document]);
    const [listed] = (await (await shop.call('GET', '/tool?q=documented')).json()) as Tool[];
    expect(listed?.documents).toEqual([document]);
    const plain = await added(tool, PDF, 'kind=manual&name=How&language=en');
    expect(plain).not.toHaveProperty('revision');
    expect((await toolNow(tool)).documents).toEqual([document, plain]);
  });

  it.each([
    ['a PDF', PDF, 'application/pdf', 'pdf'],
    ['a PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), 'image/png', 'png'],
    ['a STEP file', 'ISO-10303-21;\nHEADER;\n', 'model/step', 'step'],
    ['a DXF', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', 'image/vnd.dxf', 'dxf'],
    ['a DXF with a comment', '999\nby hand\n0\nSECTION\n', 'image/vnd.dxf', 'dxf'],
    ['a binary DXF', 'AutoCAD Binary DXF\r\n\u001a\0\0', 'image/vnd.dxf', 'dxf'],
    ['a ZIP', 'PK\u0003\u0004\u0014', 'application/zip', 'zip'],
  ])('%s comes back as it was, to be kept and never shown', async (_what, content, type, ending) => {
    const document = await added(await shop.tool(), content, 'kind=cad&name=Größe%2010%20%22x%22&language=en');
    const answer = await shop.call('GET', document.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="Gro-e-10-x.${ending}"`);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const sent = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page that says PDF later', '<html>%PDF-1.7'],
    ['a JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['a program', 'MZ\u0090'],
    ['nothing', ''],
    ['words', '0\nsection of a drawing'],
  ])('refuses %s, whatever it is called', async (_what, content) => {
    const tool = await shop.tool();
    const answer = await send(tool, content, SAID, ada, { 'content-type': 'application/pdf' });
    expect(await codeOf(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await toolNow(tool)).documents).toEqual([]);
  });

  it.each([
    ['a kind that there is not', 'kind=photo&name=x&language=en', 'kind'],
    ['no kind', 'name=x&language=en', 'kind'],
    ['no name', 'kind=cad&language=en', 'name'],
    ['a language that is none', 'kind=cad&name=x&language=english', 'language'],
    ['a field that there is not', `${SAID}&file=x`, 'file'],
  ])('refuses %s', async (_what, query, path) => {
    const answer = await send(await shop.tool(), PDF, query);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it('takes 20 MB and no more', async () => {
    const tool = await shop.tool();
    const large = Buffer.alloc(MAX_DOCUMENT_BYTES + 1, PDF);
    expect(await codeOf(await send(tool, large))).toEqual([413, 'BODY_TOO_LARGE']);
    expect((await added(tool, large.subarray(0, MAX_DOCUMENT_BYTES))).size).toBe(MAX_DOCUMENT_BYTES);
  });

  it('refuses those who may not, a tool that there is not, and one document too many', async () => {
    const tool = await shop.tool();
    for (const who of [alice, wren]) expect(await codeOf(await send(tool, PDF, SAID, who))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(await send({ _id: 'nothing' }, PDF))).toEqual([404, 'TOOL_NOT_FOUND']);
    for (let sent = 0; sent < MAX_DOCUMENTS; sent++) await added(tool);
    expect(await codeOf(await send(tool, PDF))).toEqual([422, 'TOO_MANY_DOCUMENTS']);
  });
});

it('whoever has these very bytes already is told so, under whatever name they are kept', async () => {
  const tool = await shop.tool();
  const [first, again] = [await added(tool), await added(tool, PDF, 'kind=manual&name=How&language=en')];
  const other = await added(tool, `${PDF}more`);
  const sent = await shop.call('GET', first.url);
  expect(sent.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': `"another", W/${sent.headers.get('etag')}` };
  const ask = async ({ url }: ToolDocument) => {
    const answer = await shop.call('GET', url, { headers });
    return [answer.status, answer.headers.get('etag'), (await answer.arrayBuffer()).byteLength];
  };
  expect(await ask(first)).toEqual([304, sent.headers.get('etag'), 0]);
  expect(await ask(again)).toEqual([304, sent.headers.get('etag'), 0]);
  expect(await ask(other)).toEqual([200, expect.stringMatching(/^"[^"]+"$/), PDF.length + 4]);
  await shop.call('DELETE', first.url, { as: ada.token });
  expect((await shop.call('GET', first.url, { headers })).status).toBe(404);
});

it('an edit that sends the documents back changes none, and is not refused for one that came meanwhile', async () => {
  const tool = await shop.tool();
  const document = await added(tool);
  const body = { ...tool, name: 'Renamed', documents: [] };
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body })).status).toBe(200);
  expect(await toolNow(tool)).toMatchObject({ name: 'Renamed', documents: [document] });
  for (const documents of ['nonsense', null, [{ kind: 'photo' }]]) {
    const now = { ...(await toolNow(tool)), documents };
    expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: now })).status).toBe(200);
  }
  expect((await toolNow(tool)).documents).toEqual([document]);
});

it('one that is taken away is gone at once; of another tool there is none', async () => {
  const [tool, other] = [await shop.tool(), await shop.tool()];
  const [first, second] = [await added(tool), await added(tool)];
  const take = (path: string, as = ada) => shop.call('DELETE', path, { as: as.token });
  expect((await take(first.url, wren)).status).toBe(403);
  const elsewhere = `/tool/${other._id}/document/${first._id}`;
  expect(await codeOf(await take(elsewhere))).toEqual([404, 'DOCUMENT_NOT_FOUND']);
  expect(await codeOf(await shop.call('GET', elsewhere))).toEqual([404, 'DOCUMENT_NOT_FOUND']);
  expect(await (await take(first.url)).json()).toEqual({ deletedCount: 1 });
  expect(await codeOf(await shop.call('GET', first.url))).toEqual([404, 'DOCUMENT_NOT_FOUND']);
  expect((await toolNow(tool)).documents).toEqual([second]);
  // Both had the same content.
  expect((await shop.call('GET', second.url)).status).toBe(200);
});

it('GET /order/{id}/certificates.zip has each certificate of what was ordered once, also of what is no longer sold', async () => {
  const [ladder, rope] = [await shop.tool({ name: 'Step ladder', sku: 'L-1' }), await shop.tool({ name: 'Rope' })];
  await added(ladder, `${PDF}ladder`);
  await added(ladder, `${PDF}drawing`, 'kind=drawing&name=Plan&language=en');
  await added(rope, `${PDF}ladder`);
  await added(rope, `${PDF}rope`, 'kind=certificate&name=EN%20892&language=en&revision=2');
  const lines = [ladder, rope].map(({ _id }) => ({ toolId: _id, quantity: 1 }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '5', lines };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as {
    _id: string;
    number: string;
  };
  const path = `/order/${order._id}/certificates.zip`;
  await shop.call('DELETE', `/tool/${rope._id}`, { as: ada.token });
  expect(await codeOf(await shop.call('GET', path, { as: bob.token }))).toEqual([404, 'ORDER_NOT_FOUND']);
  for (const { token } of [alice, wren]) {
    const answer = await shop.call('GET', path, { as: token });
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="certificates-${order.number}.zip"`);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(bytes.startsWith('PK')).toBe(true);
    expect(bytes.split('PK\u0001\u0002')).toHaveLength(3);
    expect(bytes).toContain('001-L-1-EN-131.pdf');
    expect(bytes).toContain('002-Rope-EN-892-2.pdf');
  }
  const bare = await shop.order(alice.token, await shop.tool());
  const none = await shop.call('GET', `/order/${bare._id}/certificates.zip`, { as: alice.token });
  expect(await codeOf(none)).toEqual([404, 'DOCUMENT_NOT_FOUND']);
});

it('a buyer finds what there is about the tools of an order and of a list, nobody else does', async () => {
  const [ladder, rope, bare] = [
    await shop.tool({ name: 'Roof ladder', sku: 'RL-1' }),
    await shop.tool(),
    await shop.tool(),
  ];
  const certificate = await added(ladder, PDF, 'kind=certificate&name=EN%20131&language=de&revision=B');
  const manual = await added(rope, PDF, 'kind=manual&name=Care&language=en');
  const lines = [rope, bare, ladder].map(({ _id }) => ({ toolId: _id, quantity: 1 }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '5', lines };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as { _id: string };
  const made = await shop.call('POST', '/my-list', { as: alice.token, body: { name: 'Roof', lines } });
  const list = (await made.json()) as { _id: string };
  const expected = [
    { toolId: rope._id, tool: rope.name, sku: null, documents: [manual] },
    { toolId: ladder._id, tool: 'Roof ladder', sku: 'RL-1', documents: [certificate] },
  ];
  for (const path of [`/order/${order._id}/documents`, `/my-list/${list._id}/documents`]) {
    expect(await (await shop.call('GET', path, { as: alice.token })).json()).toEqual(expected);
    expect((await shop.call('GET', path, { as: bob.token })).status).toBe(404);
  }
  await shop.call('DELETE', `/tool/${rope._id}`, { as: ada.token });
  const staff = await shop.call('GET', `/order/${order._id}/documents`, { as: wren.token });
  expect(await staff.json()).toEqual(expected);
});
