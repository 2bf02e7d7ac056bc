import { expect, test } from 'vitest';
import { call, callList, type Transport } from './call.ts';

const page: Transport = async () =>
  new Response('<h1>Please accept our terms of use</h1>', { headers: { 'content-type': 'text/html' } });
const SENTENCE = 'The shop sent an unexpected answer. Please try again.';

test('an answer that is no JSON, such as a hotel’s own page, is told in a sentence for people', async () => {
  await expect(call('GET /tool/:id', { params: { id: 't1' } }, page)).rejects.toMatchObject({
    code: 'UNEXPECTED_ANSWER',
    message: SENTENCE,
  });
  await expect(callList('GET /tool', {}, page)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', message: SENTENCE });
});
