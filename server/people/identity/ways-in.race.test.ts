import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Browser, emailOf, linkIn, testIdentity, type TestIdentity } from './identity-for-tests.ts';
import { codeOf, switchOnTwoSteps } from './totp-for-tests.ts';

const ALICE = emailOf('Alice');
const PHONE = '+8801712345678';

let shop: TestIdentity;
let second: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
  second = await testIdentity({ beside: shop });
});
beforeEach(async () => {
  for (const table of ['users', 'mails', 'rate_limits', 'verifications']) await shop.rows(`delete from ${table}`);
  await shop.add('Alice');
  await shop.rows('update users set phone_number = $1, phone_number_verified = true', [PHONE]);
});
afterAll(() => shop.close());

/** The same at once from ten browsers, through two processes of the shop. */
function tenTimes(run: (browser: Browser) => Promise<Answer>): Promise<{ browser: Browser; answer: Answer }[]> {
  const all = Array.from({ length: 10 }, async (_, n) => {
    const browser = (n % 2 ? shop : second).browser();
    return { browser, answer: await run(browser) };
  });
  return Promise.all(all);
}

const entered = (all: { browser: Browser }[]) => all.filter(({ browser }) => browser.session !== undefined);
const newestLink = async () => linkIn((await shop.mailsTo(ALICE))[0]?.text);
const sessions = async () => (await shop.rows('select id from sessions')).length;

test('ten who register one address at once, however it is written, make one account (attacks T7)', async () => {
  const spellings = ['dave@tradebench.test', 'DAVE@tradebench.test', 'Dave@TradeBench.test'];
  let n = 0;
  const all = await tenTimes((browser) =>
    browser.post('/sign-up/email', { name: 'Dave', email: spellings[n++ % 3], password: 'sesame' }),
  );
  const statuses = all.map(({ answer }) => answer.status).toSorted();
  expect(statuses).toEqual([200, ...Array<number>(9).fill(422)]);
  const [counts] = await shop.rows(
    `select (select count(*)::int from users where lower(email) = 'dave@tradebench.test') as users,
       (select count(*)::int from accounts a join users u on u.id = a.user_id where u.name = 'Dave') as accounts,
       (select count(*)::int from sessions) as sessions`,
  );
  expect(counts).toEqual({ users: 1, accounts: 1, sessions: 1 });
});

describe('what is good once, taken ten times at once, lets one in:', () => {
  test('an e-mail link', async () => {
    await shop.browser().post('/sign-in/magic-link', { email: ALICE });
    const link = await newestLink();
    expect(entered(await tenTimes((browser) => browser.get(link)))).toHaveLength(1);
    expect(await sessions()).toBe(1);
  });

  test('a code by phone', async () => {
    await shop.browser().post('/phone-number/send-otp', { phoneNumber: PHONE });
    const code = /\d{6}/.exec((await shop.mailsTo(PHONE))[0]?.text ?? '')?.[0];
    const body = { phoneNumber: PHONE, code };
    expect(entered(await tenTimes((browser) => browser.post('/phone-number/verify', body)))).toHaveLength(1);
    expect(await sessions()).toBe(1);
  });

  test('a link to a new password', async () => {
    await shop.browser().post('/request-password-reset', { email: ALICE });
    const token = new URL(await newestLink()).searchParams.get('token');
    let n = 0;
    const all = await tenTimes((browser) => browser.post('/reset-password', { token, newPassword: `sesame ${n++}` }));
    expect(all.filter(({ answer }) => answer.status === 200)).toHaveLength(1);
  });

  test('a code of the authenticator app, and a backup code (attacks T66)', async () => {
    const alice = shop.browser();
    await alice.signIn('Alice');
    const { secret, backupCodes } = await switchOnTwoSteps(alice);
    await shop.rows('delete from rate_limits');
    const halfWay = async (browser: Browser, path: string, code = '') => {
      await browser.signIn('Alice');
      return browser.post(path, { code });
    };
    const code = codeOf(secret, Date.now());
    expect(entered(await tenTimes((browser) => halfWay(browser, '/two-factor/verify-totp', code)))).toHaveLength(1);
    const backup = backupCodes[0];
    expect(
      entered(await tenTimes((browser) => halfWay(browser, '/two-factor/verify-backup-code', backup))),
    ).toHaveLength(1);
  });
});

test('guesses at a code by phone use it up however many come at once', async () => {
  await shop.browser().post('/phone-number/send-otp', { phoneNumber: PHONE });
  const code = /\d{6}/.exec((await shop.mailsTo(PHONE))[0]?.text ?? '')?.[0] ?? '';
  let guess = Number(code);
  const another = () => String((guess = (guess + 1) % 1_000_000)).padStart(6, '0');
  // Of those that come at once one at least is counted.
  for (let round = 0; round < 4; round++) {
    await tenTimes((browser) => browser.post('/phone-number/verify', { phoneNumber: PHONE, code: another() }));
  }
  const late = await shop.browser().post('/phone-number/verify', { phoneNumber: PHONE, code });
  expect(late.body.code).toMatch(/INVALID_OTP|TOO_MANY_ATTEMPTS/);
  expect(late.cookies).toEqual([]);
});

test('two ways in that are unlinked at once leave one', async () => {
  const [alice] = await shop.rows<{ id: string }>('select id from users');
  const browser = shop.browser();
  await browser.signIn('Alice');
  for (let round = 0; round < 5; round++) {
    await shop.rows(
      `insert into accounts (id, account_id, provider_id, user_id) values (gen_random_uuid(), gen_random_uuid(), 'google', $1)`,
      [alice?.id],
    );
    const ways = await shop.rows<{ id: string }>('select id from accounts');
    expect(ways).toHaveLength(2);
    const answers = await Promise.all(ways.map(({ id }) => browser.post('/unlink-account', { accountId: id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await shop.rows('select id from accounts')).toHaveLength(1);
  }
});

test('two admins who leave at once leave one (attacks T92)', async () => {
  const admins: Browser[] = [];
  for (const name of ['Ada', 'Bea']) {
    await shop.add(name, 'admin');
    const browser = shop.browser();
    await browser.signIn(name);
    admins.push(browser);
  }
  const answers = await Promise.all(admins.map((browser) => browser.post('/delete-user')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await shop.rows(`select id from users where role = 'admin'`)).toHaveLength(1);
});

test('ten sign-ins at once from one address, through two processes, are three (attacks T67)', async () => {
  const limited = [
    await testIdentity({ beside: shop, limits: true }),
    await testIdentity({ beside: shop, limits: true }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => limited[n % 2]!.browser('198.51.100.77').signIn('Alice')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});
