import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { keptFile } from '#server/buying/invoices/issued-files.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { attachedPapers } from './attached-papers.ts';
import type * as cii from '#server/money/e-invoices/cii.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import type * as papers from './make-paper.ts';

/** Set: papers are made by another version of the code, fonts or tools, which writes other bytes. */
const madeBy = vi.hoisted(() => ({ anotherVersion: false }));
vi.mock('./make-paper.ts', async (original) => {
  const { makePaper } = await original<typeof papers>();
  return {
    makePaper: async (...given: Parameters<typeof makePaper>) => {
      const pdf = await makePaper(...given);
      return madeBy.anotherVersion ? new Uint8Array([...pdf, 0x0a]) : pdf;
    },
  };
});
vi.mock('#server/money/e-invoices/cii.ts', async (original) => {
  const { ciiOf } = await original<typeof cii>();
  return { ciiOf: (model: EInvoice) => `${ciiOf(model)}${madeBy.anotherVersion ? '<!-- of another version -->' : ''}` };
});

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const answered = async <Answer>(path: string, body: object): Promise<Answer> => {
  const answer = await shop.call('POST', path, { as: ada.token, body });
  expect([path, answer.status]).toEqual([path, 201]);
  return (await answer.json()) as Answer;
};
const today = () => new Date().toISOString().slice(0, 10);
const pay = (order: Order, reference = order.number) =>
  answered(`/order/${order._id}/payment`, { date: today(), reference });
const bytesOf = async (path: string) => {
  const answer = await shop.call('GET', path, { as: ada.token });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
};
async function ordered(name: string): Promise<Order> {
  const tool = await shop.tool({ name, price: 19.99, availableQuantity: 100 });
  const lines = [{ toolId: tool._id, quantity: 3 }];
  return answered('/order', { name, address: '1 Dock Road', phone: '555', lines });
}

const NAMES = ['Claw hammer', 'Молоток', 'হাতুড়ি', 'مطرقة', '锤子'];

describe('the files of an invoice or a credit note', () => {
  it('are the same bytes for ever, also where another version of the code writes others: ten that were issued', async () => {
    const pdfs: string[] = [];
    for (const name of NAMES) {
      const order = await ordered(name);
      await pay(order);
      const lines = [{ toolId: order.lines[0]!.toolId, quantity: 1 }];
      const refund = await answered<Refund>(`/order/${order._id}/refund`, { lines, reason: name });
      pdfs.push(`/order/${order._id}/invoice.pdf`, `/order/${order._id}/refund/${refund._id}/credit-note.pdf`);
    }
    expect(pdfs).toHaveLength(10);
    const paths = pdfs.flatMap((pdf) => [pdf, pdf.replace('.pdf', '.xml?format=cii')]);
    const all = async () => {
      const files: string[] = [];
      for (const path of paths) files.push(await bytesOf(path));
      return files;
    };
    const issued = await all();
    expect(new Set(issued).size).toBe(20);
    madeBy.anotherVersion = true;
    expect(await all()).toEqual(issued);
    // What nobody had asked for is made by the code of its day, and stays from then on.
    const letter = await bytesOf(`${pdfs[0]}?format=letter`);
    madeBy.anotherVersion = false;
    expect(await bytesOf(`${pdfs[0]}?format=letter`)).toBe(letter);
    expect(Buffer.from(letter, 'base64').at(-1)).toBe(0x0a);
  });

  it('are in letters byte by byte what was downloaded', async () => {
    const order = await ordered('Claw hammer');
    await pay(order);
    const path = `/order/${order._id}`;
    const downloaded = await bytesOf(`${path}/invoice.pdf`);
    const { invoiceNumber = '' } = (await (await shop.call('GET', path, { as: ada.token })).json()) as Order;
    madeBy.anotherVersion = true;
    const [sent] = await attachedPapers(shop.parts.database, createUploadStore(shop.parts.config), [invoiceNumber]);
    expect(Buffer.from(sent!.bytes).toString('base64')).toBe(downloaded);
    madeBy.anotherVersion = false;
  });

  it('name the payment that settled it, each as it was written when it was made', async () => {
    const order = await ordered('Claw hammer');
    const path = `/order/${order._id}/invoice.pdf`;
    await pay(order, 'the wrong one');
    const first = await bytesOf(path);
    const undone = await shop.call('POST', `/order/${order._id}/payment/undo`, {
      as: ada.token,
      body: { reason: 'Mixed up' },
    });
    expect(undone.status).toBe(200);
    const owed = await bytesOf(path);
    await pay(order, 'the right one');
    const second = await bytesOf(path);
    expect(new Set([first, owed, second]).size).toBe(3);
    madeBy.anotherVersion = true;
    expect(await bytesOf(path)).toBe(second);
    madeBy.anotherVersion = false;
  });

  it('are the first that was made where several make them at once', async () => {
    const order = await ordered('Claw hammer');
    await pay(order);
    const { db, raw } = shop.parts.database;
    const [row] = await raw<{ number: string }>('select number from invoices where order_id = $1', [order._id]);
    const made = ['one', 'other'].map((text) =>
      keptFile(db, { number: row!.number, format: 'a4', tells: '' }, async () => new TextEncoder().encode(text)),
    );
    const [one, other] = await Promise.all(made);
    expect(one).toEqual(other);
    const forge = `update issued_files set bytes = ''::bytea where number = $1`;
    await expect(raw(forge, [row!.number])).rejects.toThrow('stays');
  });
});
