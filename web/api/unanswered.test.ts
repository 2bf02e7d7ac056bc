import { expect, test } from 'vitest';
import { call, type Transport } from './call.ts';
import { createUnanswered } from './unanswered.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}
const numbered = () => {
  let count = 0;
  return () => `0-0-0-0-${++count}` as const;
};

test('the same content has the same key until it is answered, over a reload too; other content has another', () => {
  const keeper = storage();
  const newKey = numbered();
  const keys = createUnanswered(keeper, Date.now, newKey);
  const first = keys.keyFor('5 pieces');
  expect(keys.keyFor('5 pieces')).toBe(first);
  expect(keys.keyFor('6 pieces')).not.toBe(first);
  const reloaded = createUnanswered(keeper, Date.now, newKey);
  expect(reloaded.keyFor('5 pieces')).toBe(first);
  reloaded.answered('5 pieces');
  expect(reloaded.keyFor('5 pieces')).not.toBe(first);
});

test('what was typed is not kept, and a key is forgotten after a day', () => {
  const keeper = storage();
  let now = 0;
  const keys = createUnanswered(keeper, () => now, numbered());
  const first = keys.keyFor('a secret');
  expect(keeper.getItem('tradebench.unanswered')).not.toContain('secret');
  now = 23 * 3_600_000;
  expect(keys.keyFor('a secret')).toBe(first);
  now = 25 * 3_600_000;
  expect(keys.keyFor('a secret')).not.toBe(first);
});

test('a browser that keeps nothing has its keys as long as the page is there', () => {
  const refusing = {
    getItem: () => {
      throw new Error('not allowed');
    },
    setItem: () => {
      throw new Error('not allowed');
    },
  };
  const keys = createUnanswered(refusing, Date.now, numbered());
  expect(keys.keyFor('x')).toBe(keys.keyFor('x'));
});

/** Answers in turn; 0 stands for none. */
function answering(statuses: number[], code = 'ORDER_PAID') {
  const keys: (string | null)[] = [];
  const transport: Transport = async (request) => {
    keys.push(request.headers.get('idempotency-key'));
    const status = statuses.shift()!;
    if (status === 0) throw new TypeError('no network');
    return Response.json(status < 300 ? {} : { code, message: 'x', requestId: 'x' }, { status });
  };
  return { keys, transport };
}
const body = { review: 'Cuts well', rating: 5 };
const review = (transport: Transport) => call('POST /review', { body }, transport).catch(() => {});

test.each([
  ['no answer', [0, 201], true],
  ['an answer of something between', [502, 201], true],
  ['a shop that is busy', [503, 201], true],
  ['a success', [201, 201], false],
  ['a refusal', [409, 201], false],
])('after %s, the same is sent again with the same key: %j', async (_what, statuses, isSame) => {
  const { keys, transport } = answering(statuses);
  await review(transport);
  await review(transport);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[1] === keys[0]).toBe(isSame);
  const last = answering([201]);
  await review(last.transport);
  expect(keys).not.toContain(last.keys[0]);
});

test('while the first is under way, the same key is kept', async () => {
  const { keys, transport } = answering([409, 201], 'IDEMPOTENCY_IN_PROGRESS');
  await review(transport);
  await review(transport);
  expect(keys[1]).toBe(keys[0]);
});

test('what makes nothing, and what brings a key of its own, is left as it is', async () => {
  const { keys, transport } = answering([200, 201]);
  await call('POST /price', { body: { lines: [] } }, transport);
  await call('POST /review', { body, headers: { 'idempotency-key': 'mine' } }, transport);
  expect(keys).toEqual([null, 'mine']);
});
