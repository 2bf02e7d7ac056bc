import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { LetterPreview } from '#contract/office/letter-texts.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** What the owner adds to letters, papers and e-invoices. */
type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = await Promise.all([shop.person('Ada', 'admin'), shop.person('Alice')]);
});
afterAll(() => shop.close());

const get = async () => (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
const put = async (edit: object) =>
  shop.call('PUT', '/settings', { as: ada.token, body: { ...(await get()), ...edit } });
const issuesOf = async (answer: Response) =>
  ((await answer.json()) as { issues: { path: string; message: string }[] }).issues;
const bought = async () => {
  const order = await shop.order(alice.token, await shop.tool({ price: 10 }), 12);
  const date = new Date().toISOString().slice(0, 10);
  const paid = await shop.call('POST', `/order/${order._id}/payment`, {
    as: ada.token,
    body: { date, reference: 'T' },
  });
  expect(paid.status).toBe(201);
  return order;
};
const xmlOf = async ({ _id }: Order) =>
  (await shop.call('GET', `/order/${_id}/invoice.xml?format=cii`, { as: alice.token })).text();
const pdfOf = async ({ _id }: Order) =>
  Buffer.from(await (await shop.call('GET', `/order/${_id}/invoice.pdf`, { as: alice.token })).arrayBuffer());

it('a field that a letter has not is refused where it is saved, and looked at', async () => {
  const refused = await put({ letters: { shipment: 'Number {trackingnumber}' } });
  expect(refused.status).toBe(400);
  expect(await issuesOf(refused)).toEqual([
    { path: 'letters.shipment', message: expect.stringContaining('{trackingNumber}') },
  ]);
  const body = { kind: 'order', text: 'With {carrier}' };
  const looked = await shop.call('POST', '/letter-preview', { as: ada.token, body });
  expect([looked.status, (await issuesOf(looked))[0]?.path]).toEqual([400, 'text']);
  for (const letters of [{ greeting: 'Hello' }, { order: 'x'.repeat(2_001) }, { order: 7 }])
    expect((await put({ letters })).status).toBe(400);
  expect((await put({ papers: { footer: 'a\nb\nc\nd\ne' } })).status).toBe(400);
  expect((await shop.call('POST', '/letter-preview', { as: alice.token, body: { kind: 'order' } })).status).toBe(403);
});

it('texts, signature and small print go with letters, with their facts, and HTML in them is text', async () => {
  const letters = {
    receipt: 'Order {orderNumber} comes to {total}.\n<script>alert(1)</script>',
    signature: 'Max Mustermann\n<b>Sales</b>',
    footer: 'HRB 12345 javascript:alert(1)',
  };
  expect((await put({ letters })).status).toBe(200);
  expect((await get()).letters).toMatchObject({ ...letters, order: '' });
  const order = await bought();
  await shop.atRest();
  const [letter] = (await shop.lettersTo(alice.email)).filter(({ subject }) => subject.startsWith('Receipt'));
  expect(letter?.text).toContain(`Order ${order.number} comes to $120.00.\n<script>alert(1)</script>`);
  expect(letter?.text).toContain('Max Mustermann\n<b>Sales</b>');
  const [{ html = '' } = {}] = await shop.parts.database.raw<{ html: string }>(
    `select html from mails where subject like 'Receipt%' order by created_at desc limit 1`,
  );
  expect(html).not.toMatch(/<script>|<b>|href="javascript/);
  expect(html).toContain('Max Mustermann<br>&#60;b&#62;Sales');
  const preview = (await (
    await shop.call('POST', '/letter-preview', { as: ada.token, body: { kind: 'receipt', text: '{orderNumber} <i>' } })
  ).json()) as LetterPreview;
  expect(preview.of).toBe(order.number);
  expect(preview.html).toContain(`${order.number} &#60;i&#62;`);
});

it('closing lines stand in invoices and e-invoices issued from then on, and never in earlier ones', async () => {
  const before = await bought();
  const [xml, pdf] = [await xmlOf(before), await pdfOf(before)];
  const papers = {
    footer: 'Managing director: M. Muster\nHRB 12345',
    paymentText: 'Quote it.',
    closing: 'Thank & you',
  };
  expect((await put({ papers })).status).toBe(200);
  expect(await xmlOf(before)).toBe(xml);
  expect((await pdfOf(before)).equals(pdf)).toBe(true);
  const after = await xmlOf(await bought());
  expect(after).toContain('<ram:Content>Thank &amp; you\nManaging director: M. Muster\nHRB 12345</ram:Content>');
  expect((await put({ papers: { footer: '', paymentText: '', closing: '' } })).status).toBe(200);
  expect(await xmlOf(await bought())).not.toContain('IncludedNote');
});

it('papers are looked at before their words are saved, also where there is no order yet', async () => {
  const body = { footer: 'HRB 1', paymentText: 'By cheque', closing: 'Best wishes' };
  const looked = await shop.call('POST', '/paper-preview', { as: ada.token, body });
  expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const words = printedWords(new Uint8Array(await looked.arrayBuffer()));
  for (const said of [/Pro forma invoice/, /HRB 1/, /By cheque/, /Best wishes/]) expect(words).toMatch(said);
  const empty = await openTestShop(await freshDatabase());
  try {
    const gina = await empty.person('Gina', 'admin');
    const made = await empty.call('POST', '/paper-preview', { as: gina.token, body });
    expect(printedWords(new Uint8Array(await made.arrayBuffer()))).toMatch(/Example Ltd/);
  } finally {
    await empty.close();
  }
  const long = await shop.call('POST', '/paper-preview', { as: ada.token, body: { ...body, footer: 'a\nb\nc\nd\ne' } });
  expect([long.status, (await issuesOf(long))[0]?.path]).toEqual([400, 'footer']);
  expect((await shop.call('POST', '/paper-preview', { as: alice.token, body })).status).toBe(403);
});
