import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Browser, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(() => shop.onlyAlice());
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

describe('a phone number', () => {
  const phoneNumber = '+8801712345678';
  const codeSent = async () => /\d{6}/.exec((await shop.mailsTo(phoneNumber))[0]?.text ?? '')?.[0];
  const addTo = async (browser: Browser) => {
    await browser.post('/phone-number/send-otp', { phoneNumber });
    return browser.post('/phone-number/verify', { phoneNumber, code: await codeSent(), updatePhoneNumber: true });
  };

  test('is added by whoever is signed in and has it, and is a way in from then on', async () => {
    const alice = await shop.signedIn('Alice');
    expect((await addTo(alice)).status).toBe(200);
    expect((await alice.get('/get-session')).body.user).toMatchObject({ phoneNumber, phoneNumberVerified: true });
    const phone = shop.browser();
    await phone.post('/phone-number/send-otp', { phoneNumber });
    expect((await phone.post('/phone-number/verify', { phoneNumber, code: await codeSent() })).status).toBe(200);
    expect((await phone.get('/get-session')).body.user?.email).toBe(emailOf('Alice'));
    expect((await alice.post('/update-user', { phoneNumber: null })).status).toBe(200);
    expect((await alice.get('/get-session')).body.user).toMatchObject({
      phoneNumber: null,
      phoneNumberVerified: false,
    });
  });

  test('that nobody has gets no code, and is not told apart', async () => {
    const answer = await shop.browser().post('/phone-number/send-otp', { phoneNumber });
    expect(answer).toMatchObject({ status: 200, body: { message: 'code sent' } });
    expect(await shop.mailsTo(phoneNumber)).toEqual([]);
    const guess = await shop.browser().post('/phone-number/verify', { phoneNumber, code: '000000' });
    expect(guess).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
    // The code for adding it is no way in for whoever is not signed in.
    await (await shop.signedIn('Alice')).post('/phone-number/send-otp', { phoneNumber });
    const early = await shop.browser().post('/phone-number/verify', { phoneNumber, code: await codeSent() });
    expect(early).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
  });

  test('of another account is refused', async () => {
    await shop.add('Bob');
    await addTo(await shop.signedIn('Alice'));
    const taken = await addTo(await shop.signedIn('Bob'));
    expect(taken).toMatchObject({ status: 400, body: { code: 'PHONE_NUMBER_EXIST' } });
  });

  test('is not guessed: three wrong codes, then none is right; and none is after five minutes', async () => {
    await addTo(await shop.signedIn('Alice'));
    const eve = shop.browser();
    await eve.post('/phone-number/send-otp', { phoneNumber });
    const right = await codeSent();
    const codes: unknown[] = [];
    for (const code of ['000000', '000001', '000002', right]) {
      codes.push((await eve.post('/phone-number/verify', { phoneNumber, code })).body.code);
    }
    expect(codes).toEqual(['INVALID_OTP', 'INVALID_OTP', 'INVALID_OTP', 'TOO_MANY_ATTEMPTS']);
    await eve.post('/phone-number/send-otp', { phoneNumber });
    const fresh = await codeSent();
    later(6);
    expect(await eve.post('/phone-number/verify', { phoneNumber, code: fresh })).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/OTP_EXPIRED|INVALID_OTP/) },
    });
    expect(eve.session).toBeUndefined();
  });

  test.each(['01712345678', '+0123', 'abc', '+880 1712', '+88017123456789012', ''])('is not %j', async (wrong) => {
    const answer = await shop.browser().post('/phone-number/send-otp', { phoneNumber: wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PHONE_NUMBER' } });
  });
});
