import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review, StaffReview } from '#contract/buying/reviews.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let sally: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, sally, alice] = [
    await shop.person('Ada', 'admin'),
    await shop.person('Sally', 'sales'),
    await shop.person('Alice'),
  ];
});
afterAll(() => shop.close());

const post = async (review: string) =>
  (await (await shop.call('POST', '/review', { as: alice.token, body: { review, rating: 2 } })).json()) as Review;
const shown = async () => ((await (await shop.call('GET', '/review')).json()) as Review[]).map(({ _id }) => _id);
const all = async (query = '') =>
  (await (await shop.call('GET', `/all-reviews${query}`, { as: sally.token })).json()) as StaffReview[];
const log = async () =>
  (await (await shop.call('GET', '/audit?what=review', { as: ada.token })).json()) as {
    action: string;
    details: object;
  }[];

test('sales hide a review and show it again; nobody else sees it meanwhile, and the log says why', async () => {
  const { _id } = await post('Bent after a day. <script>alert(1)</script>');
  const hide = (hidden: boolean, reason?: string) =>
    shop.call('PUT', `/review/${_id}`, { as: sally.token, body: { hidden, ...(reason ? { reason } : {}) } });
  const hidden = await hide(true, 'It names a person');
  expect([hidden.status, await hidden.json()]).toMatchObject([200, { _id, hidden: true }]);
  expect(await shown()).not.toContain(_id);
  expect(await all('?state=hidden')).toMatchObject([
    { _id, hidden: true, review: 'Bent after a day. <script>alert(1)</script>' },
  ]);
  expect((await all('?state=shown')).map((each) => each._id)).not.toContain(_id);
  expect((await hide(false)).status).toBe(200);
  expect(await shown()).toContain(_id);
  expect(await all('?q=BENT%20after')).toMatchObject([{ _id, hidden: false }]);
  expect(await all('?q=100%25')).toEqual([]);
  expect((await log()).slice(0, 2)).toMatchObject([
    { action: 'review.shown', details: { name: 'Alice', rating: 2 } },
    { action: 'review.hidden', details: { name: 'Alice', reason: 'It names a person' } },
  ]);
});

test('a removed review is gone for good, and the log keeps how it began', async () => {
  const { _id } = await post(`Never again. ${'x'.repeat(500)}`);
  const remove = () => shop.call('DELETE', `/review/${_id}?reason=Not%20of%20ours`, { as: sally.token });
  expect(await (await remove()).json()).toEqual({ deletedCount: 1 });
  expect((await all()).map((each) => each._id)).not.toContain(_id);
  const again = await remove();
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'REVIEW_NOT_FOUND' }]);
  const [entry] = await log();
  expect(entry).toMatchObject({ action: 'review.removed', details: { name: 'Alice', reason: 'Not of ours' } });
  expect(entry?.details).toHaveProperty('review.length', 200);
});

test('what is no change of a review is refused', async () => {
  const { _id } = await post('Good.');
  for (const body of [
    {},
    { hidden: 'yes' },
    { hidden: true, review: 'Best ever' },
    { hidden: true, reason: 'x'.repeat(501) },
  ]) {
    const answer = await shop.call('PUT', `/review/${_id}`, { as: ada.token, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  }
  expect((await shop.call('PUT', '/review/none', { as: ada.token, body: { hidden: true } })).status).toBe(404);
  expect((await shop.call('GET', '/all-reviews?state=gone', { as: ada.token })).status).toBe(400);
  expect((await shop.call('DELETE', `/review/${_id}`, { as: alice.token })).status).toBe(403);
});

test('the reviews of one tool are listed by it', async () => {
  const saw = await shop.tool({ name: 'Bow saw' });
  const order = await shop.order(alice.token, saw, 3);
  await shop.parts.database.raw(
    `update orders set state = 'paid', paid_at = now(), paid_by = 'card', transaction_id = 'pi_r' where id = $1`,
    [order._id],
  );
  await shop.call('POST', '/review', { as: alice.token, body: { review: 'Saws.', rating: 5, toolId: saw._id } });
  const of = async (id: string) => (await (await shop.call('GET', `/review?tool=${id}`)).json()) as Review[];
  expect(await of(saw._id)).toMatchObject([{ review: 'Saws.', tool: 'Bow saw' }]);
  expect(await of('01aaaaaaaaaaaaaaaaaaaaaaaa')).toEqual([]);
});
