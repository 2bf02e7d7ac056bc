import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { activate, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { owing } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { attachedPapers } from './attached-papers.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let company: Company;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = await Promise.all([shop.person('Ada', 'admin'), shop.person('Alice')]);
  company = await activate(shop, ada, await openCompany(shop, alice, { invoiceEmail: 'bills@nordfjord.test' }));
});
afterAll(() => shop.close());

const letters = () =>
  shop.parts.database.raw<{ to: string; subject: string; text: string; papers: string[] }>(
    `select "to", subject, text, papers from mails where about = 'paper' order by created_at, id`,
  );
const paid = async (companyId?: string) => {
  const tool = await shop.tool({ price: 10 });
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', lines: [{ toolId: tool._id, quantity: 2 }] };
  const placed = await shop.call('POST', '/order', {
    as: alice.token,
    body: { ...body, ...(companyId ? { companyId } : {}) },
  });
  expect(placed.status).toBe(201);
  const { _id } = (await placed.json()) as { _id: string };
  const date = new Date().toISOString().slice(0, 10);
  const answer = await shop.call('POST', `/order/${_id}/payment`, { as: ada.token, body: { date, reference: 'T' } });
  expect(answer.status).toBe(201);
  return _id;
};

it('an invoice and its credit note go to where the company has its invoices sent, each as PDF and XML', async () => {
  const id = await paid(company._id);
  const given = await shop.call('POST', `/order/${id}/refund`, { as: ada.token, body: { all: true, reason: 'Bent' } });
  expect(given.status).toBe(201);
  await shop.atRest();
  const [invoice, note, ...more] = await letters();
  expect(more).toEqual([]);
  expect([invoice?.to, note?.to]).toEqual(['bills@nordfjord.test', 'bills@nordfjord.test']);
  expect(invoice?.subject).toMatch(/^Invoice \d{4}-\d{6} from /);
  expect(note?.text).toContain(`For invoice: ${invoice?.papers[0]}`);
  const files = await attachedPapers(shop.parts.database, createUploadStore(shop.parts.config), [
    ...(invoice?.papers ?? []),
    ...(note?.papers ?? []),
  ]);
  expect(files.map(({ name }) => name.replaceAll(/\d/g, '0'))).toEqual([
    'invoice-0000-000000.pdf',
    'invoice-0000-000000-cii.xml',
    'credit-note-CN-0000-000000.pdf',
    'credit-note-CN-0000-000000-cii.xml',
  ]);
  for (const { name, bytes } of files)
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe(name.endsWith('.pdf') ? '%PDF-' : '<?xml');
});

it('what is credited of an order on account is told as owed by nobody', async () => {
  const owed = await owing(shop, 'Credited', { termsDays: 14 });
  const order = await owed.order(10, { pay: 'account' });
  const given = await shop.call('POST', `/order/${order._id}/refund`, {
    as: ada.token,
    body: { amount: 1, reason: 'Bent' },
  });
  expect(given.status).toBe(201);
  await shop.atRest();
  const [invoice, note] = (await letters()).slice(-2);
  expect(invoice?.text).toMatch(/^Due: /m);
  expect(note?.subject).toMatch(/^Credit note /);
  expect(note?.text).not.toContain('Due:');
});

it('who buys for themselves gets no letter of that kind: theirs is the receipt', async () => {
  const before = (await letters()).length;
  await paid();
  await shop.atRest();
  expect(await letters()).toHaveLength(before);
});
