import { createAuthClient } from 'better-auth/client';
import { magicLinkClient, phoneNumberClient, twoFactorClient } from 'better-auth/client/plugins';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BASE_URL, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(async () => {
  await shop.rows('delete from users');
  await shop.add('Alice');
});
afterAll(() => shop.close());

/** better-auth's own client in a browser of its own. */
function client() {
  const browser = shop.browser();
  const auth = createAuthClient({
    baseURL: BASE_URL,
    plugins: [twoFactorClient(), magicLinkClient(), phoneNumberClient()],
    fetchOptions: {
      customFetchImpl: async (input, init) => {
        const request = new Request(input, init);
        const headers = new Headers(request.headers);
        if (request.method !== 'GET') headers.set('origin', BASE_URL);
        const body = request.method === 'GET' ? {} : { body: await request.text() };
        const answer = await browser.send(request.url, { method: request.method, headers, ...body });
        return new Response(JSON.stringify(answer.body), {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        });
      },
    },
  });
  return { auth, browser };
}

test("better-auth's own client signs up, in and out", async () => {
  const { auth } = client();
  const made = await auth.signUp.email({ name: 'Carol', email: emailOf('Carol'), password: 'sesame' });
  expect(made.data?.user.email).toBe(emailOf('Carol'));
  expect((await auth.getSession()).data?.user.name).toBe('Carol');
  expect((await auth.updateUser({ name: 'Caroline' })).error).toBeNull();
  expect((await auth.getSession()).data?.user.name).toBe('Caroline');
  expect((await auth.listSessions()).data).toHaveLength(1);
  expect((await auth.changePassword({ currentPassword: 'sesame', newPassword: 'new sesame' })).error).toBeNull();
  expect((await auth.signOut()).error).toBeNull();
  const wrong = await auth.signIn.email({ email: emailOf('Carol'), password: 'sesame' });
  expect(wrong.error).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
  expect((await auth.signIn.email({ email: emailOf('Carol'), password: 'new sesame' })).data?.user.name).toBe(
    'Caroline',
  );
  expect((await auth.deleteUser({ password: 'new sesame' })).error).toBeNull();
});

test("better-auth's own client uses links, codes and the second step", async () => {
  const { auth } = client();
  await auth.signIn.email({ email: emailOf('Alice'), password: 'tradebench' });
  expect((await auth.listAccounts()).data).toHaveLength(1);
  expect((await auth.phoneNumber.sendOtp({ phoneNumber: '+8801712345678' })).error).toBeNull();
  const [sms] = await shop.mailsTo('+8801712345678');
  const code = /\d{6}/.exec(sms?.text ?? '')?.[0] ?? '';
  const added = await auth.phoneNumber.verify({ phoneNumber: '+8801712345678', code, updatePhoneNumber: true });
  expect(added.error).toBeNull();
  const enabled = await auth.twoFactor.enable({ password: 'tradebench' });
  expect(enabled.error).toBeNull();
  const uri = await auth.twoFactor.getTotpUri({ password: 'tradebench' });
  expect(uri.data?.totpURI).toContain('Tradebench');
  expect((await auth.twoFactor.verifyTotp({ code: '000000' })).error).toMatchObject({ code: 'INVALID_CODE' });
  expect(
    (await auth.requestPasswordReset({ email: emailOf('Alice'), redirectTo: '/reset-password' })).error,
  ).toBeNull();
  expect((await auth.sendVerificationEmail({ email: emailOf('Alice') })).error).toMatchObject({
    code: 'EMAIL_ALREADY_VERIFIED',
  });
  expect((await auth.changeEmail({ newEmail: 'alice2@tradebench.test' })).error).toBeNull();
  expect((await auth.revokeOtherSessions()).error).toBeNull();
  const other = client();
  expect((await other.auth.signIn.magicLink({ email: emailOf('Alice'), callbackURL: '/' })).error).toBeNull();
  const [mail] = await shop.mailsTo(emailOf('Alice'));
  const token = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
  expect((await other.auth.magicLink.verify({ query: { token } })).data?.user.email).toBe(emailOf('Alice'));
  expect((await auth.revokeSessions()).error).toBeNull();
  expect((await other.auth.getSession()).data).not.toMatchObject({ user: {} });
});
