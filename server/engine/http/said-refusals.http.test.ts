import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };

async function refusal(asked: Promise<Response>) {
  const answer = await asked;
  return { headers: answer.headers, body: (await answer.json()) as ErrorBody };
}

describe('a refusal', () => {
  it('is said in the language that is asked for, with the same code', async () => {
    const english = await refusal(shop.call('GET', '/tool/nowhere'));
    const german = await refusal(shop.call('GET', '/tool/nowhere', { headers: GERMAN }));
    expect(english.body).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'There is no such tool, or it is no longer sold.',
    });
    expect(german.body).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'Dieses Werkzeug gibt es nicht, oder es wird nicht mehr verkauft.',
    });
    expect([english, german].map(({ headers }) => headers.get('content-language'))).toEqual(['en', 'de']);
    expect(german.headers.get('vary')).toContain('Accept-Language');
    expect(german.headers.get('cache-control')).toBe('no-store');
  });

  it('says at each field what is wrong, with numbers as the language writes them', async () => {
    const { token } = await shop.person('Alice');
    const order = {
      lines: [{ toolId: 'x', quantity: 1 }],
      phone: '1',
      address: 'x'.repeat(3_000),
      note: 'n'.repeat(1_001),
    };
    const sent = (headers: Record<string, string>) =>
      refusal(shop.call('POST', '/order', { as: token, body: order, headers }));
    const issuesIn = async (headers: Record<string, string>) => (await sent(headers)).body.issues ?? [];
    expect(await issuesIn({})).toContainEqual({ path: 'note', message: 'Note may have at most 1,000 characters' });
    expect(await issuesIn(GERMAN)).toContainEqual({ path: 'note', message: 'Bemerkung: höchstens 1.000 Zeichen' });
    const first = (await sent(GERMAN)).body;
    expect(first.message).toBe(`${first.issues?.[0]?.message}.`);
  });

  it('writes money and pieces as the language does, whatever is wrong with a line', async () => {
    const { token } = await shop.person('Bob');
    const tool = await shop.tool({ price: 1_234.5, minOrderQuantity: 12, availableQuantity: 5_000 });
    const contact = { name: 'Bob', phone: '+49 30 123456', address: 'Werkstraße 1, 10115 Berlin', country: 'DE' };
    const message = async (body: object) =>
      (await refusal(shop.call('POST', '/order', { as: token, body: { ...contact, ...body }, headers: GERMAN }))).body
        .message;
    expect(await message({ lines: [{ toolId: tool._id, quantity: 5 }] })).toBe('Die Mindestbestellmenge ist 12 Stück.');
    const lines = [{ toolId: tool._id, quantity: 12 }];
    expect(await message({ lines, price: 1 })).toMatch(
      /^Der Gesamtbetrag ist jetzt 1\d\.\d{3},\d{2}\s\$\. Bitte prüfen/u,
    );
    expect(await message({ lines, wantedDay: '2020-01-01' })).toMatch(
      /^Der Versand ist frühestens am \d\d\.\d\d\.\d{4} möglich/,
    );
  });

  it('is in the language at the way in, too', async () => {
    const origin = { origin: 'http://shop.test' };
    const body = { email: 'nobody@example.com', password: 'wrong-password' };
    const { body: said, headers } = await refusal(
      shop.call('POST', '/api/auth/sign-in/email', { body, headers: { ...origin, ...GERMAN } }),
    );
    expect(said).toMatchObject({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'E-Mail-Adresse oder Passwort ist falsch.',
    });
    expect(headers.get('content-language')).toBe('de');
  });

  it('never comes from what was answered to somebody of another language', async () => {
    const address = '/tool?limit=0';
    const said = async (headers?: Record<string, string>) =>
      (await refusal(shop.call('GET', address, headers ? { headers } : {}))).body.message;
    expect([await said(GERMAN), await said(), await said(GERMAN)]).toEqual([
      'limit muss eine ganze Zahl von 1 bis 100 sein.',
      'limit must be a whole number from 1 to 100.',
      'limit muss eine ganze Zahl von 1 bis 100 sein.',
    ]);
    const [german, english] = [await shop.call('GET', '/tool', { headers: GERMAN }), await shop.call('GET', '/tool')];
    expect(await german.text()).toBe(await english.text());
    expect(german.headers.get('vary') ?? '').not.toContain('Accept-Language');
  });

  it('of an agent stays English: what reads it is a model', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_tool', arguments: { id: 'nowhere' } },
    };
    const answer = await shop.call('POST', '/mcp', {
      body: call,
      headers: { accept: 'application/json, text/event-stream', ...GERMAN },
    });
    const text = await answer.text();
    expect(text).not.toMatch(/Werkzeug|gibt es nicht/);
    expect(text.length).toBeGreaterThan(20);
  });
});
