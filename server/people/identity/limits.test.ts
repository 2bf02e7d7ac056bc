import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, emailOf, linkIn, type TestIdentity, testIdentity } from './identity-for-tests.ts';
import { hashingPeak, passwordHashing } from './passwords.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity({ limits: true });
  await shop.add('Alice');
  await shop.add('Bob');
});
beforeEach(() => shop.rows('delete from rate_limits'));
afterAll(() => shop.close());

const limited = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('signing in', () => {
  test('a fourth time within ten seconds from one address waits, others do not (attacks T67)', async () => {
    const browser = shop.browser('198.51.100.7');
    for (let attempt = 1; attempt <= 3; attempt++) expect((await browser.signIn('Alice', 'wrong')).status).toBe(401);
    const fourth = await browser.signIn('Alice');
    limited(fourth);
    expect(Number(fourth.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect((await shop.browser('198.51.100.8').signIn('Alice')).status).toBe(200);
    await shop.rows('update rate_limits set last_request = last_request - 10001');
    expect((await browser.signIn('Alice')).status).toBe(200);
  });

  test('as one user from fifty addresses waits, others do not (attacks T67)', async () => {
    const answers: Answer[] = [];
    for (let n = 1; n <= 50; n++) answers.push(await shop.browser(`198.51.100.${n}`).signIn('Alice', 'wrong'));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    limited(answers.at(-1)!);
    expect((await shop.browser().signIn('Bob')).status).toBe(200);
  });

  test('again and again with the right password is not held against an account', async () => {
    for (let n = 1; n <= 15; n++) expect((await shop.browser(`198.51.101.${n}`).signIn('Bob')).status).toBe(200);
  });

  test('goes on where they were signed in before, and from elsewhere while one network alone guesses', async () => {
    const own = shop.browser('198.51.104.1');
    expect((await own.signIn('Alice')).status).toBe(200);
    await own.post('/sign-out', {});
    const statuses = async (addresses: string[]) => {
      const seen: number[] = [];
      for (const address of addresses) {
        await shop.rows(`delete from rate_limits where key like 'sign-in from:%'`);
        seen.push((await shop.browser(address).signIn('Alice', 'wrong')).status);
      }
      return seen;
    };
    expect(await statuses(Array.from({ length: 7 }, () => '198.51.104.2'))).toEqual([
      401, 401, 401, 401, 401, 429, 429,
    ]);
    expect((await shop.browser('198.51.104.3').signIn('Alice')).status).toBe(200);
    await statuses(Array.from({ length: 20 }, (_, n) => `198.51.105.${n}`));
    limited(await shop.browser('198.51.104.4').signIn('Alice'));
    expect((await own.signIn('Alice')).status).toBe(200);
    // What lets them try lets nobody in, and nobody else try.
    expect((await own.signIn('Alice', 'wrong')).status).toBe(401);
    await shop.rows('delete from rate_limits');
    await statuses(Array.from({ length: 20 }, (_, n) => `198.51.106.${n}`));
    const other = shop.browser('198.51.104.5');
    await other.signIn('Bob');
    limited(await other.signIn('Alice'));
  });

  test('is kept up by two networks together for four minutes of an hour, and then the owner is in', async () => {
    const guessers = ['198.51.107.1', '198.51.107.2'];
    const elsewhere: number[] = [];
    for (let minute = 0; minute < 6; minute++) {
      for (let guess = 0; guess < 6; guess++) {
        await shop.rows(`delete from rate_limits where key like 'sign-in from:%'`);
        for (const address of guessers) await shop.browser(address).signIn('Alice', 'wrong');
      }
      elsewhere.push((await shop.browser(`198.51.108.${minute}`).signIn('Alice')).status);
      await shop.rows(
        `update rate_limits set last_request = last_request - 60001 where key not like '%within an hour%'`,
      );
    }
    expect(elsewhere).toEqual([429, 429, 429, 429, 200, 200]);
  });

  test('from a new device goes on by a link while dozens of networks guess, and then by the password', async () => {
    const guess = async () => {
      for (let n = 1; n <= 20; n++) await shop.browser(`198.51.109.${n}`).signIn('Alice', 'wrong');
    };
    await guess();
    const owner = shop.browser('198.51.110.1');
    limited(await owner.signIn('Alice'));
    await shop.rows('delete from mails');
    expect((await owner.post('/sign-in/magic-link', { email: emailOf('Alice') })).status).toBe(200);
    await owner.get(linkIn((await shop.mailsTo(emailOf('Alice')))[0]?.text));
    expect((await owner.get('/get-session')).body.user?.email).toBe(emailOf('Alice'));
    await owner.post('/sign-out');
    await guess();
    expect((await owner.signIn('Alice')).status).toBe(200);
  });

  test('is counted by all processes together', async () => {
    const second = await testIdentity({ beside: shop, limits: true });
    const here = shop.browser('198.51.100.9');
    const there = second.browser('198.51.100.9');
    const statuses = [];
    for (const browser of [here, there, here, there]) statuses.push((await browser.signIn('Alice', 'wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test('cannot be had more often by saying that one is somebody else (attacks T68)', async () => {
    const browser = shop.browser('198.51.100.10');
    const statuses = [];
    for (const forged of ['1.2.3.4', '1.2.3.4, 5.6.7.8', '2001:db8::1', '::ffff:9.9.9.9']) {
      const headers = {
        'x-forwarded-for': forged,
        'x-real-ip': forged,
        forwarded: `for="${forged}"`,
        'x-tradebench-client': forged,
        'cf-connecting-ip': forged,
      };
      const body = { email: emailOf('Alice'), password: 'wrong' };
      statuses.push((await browser.post('/sign-in/email', body, headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    const [row] = await shop.rows<{ count: number }>(
      `select count(*)::int as count from sessions where ip_address ~ '9.9.9.9|1.2.3.4'`,
    );
    expect(row?.count).toBe(0);
  });

  test('hashes two passwords at a time and turns away what would wait too long (attacks T69)', async () => {
    let finish = (_hash: string) => {};
    const hashed = new Promise<string>((resolve) => (finish = resolve));
    const { hash } = passwordHashing(true, { hash: () => hashed, verify: async () => false });
    const crowd = Promise.allSettled(Array.from({ length: 100 }, () => hash('sesame')));
    // While two are hashed and thirty wait, nobody else gets in line.
    limited(await shop.browser('198.51.100.60').signIn('Bob'));
    finish('a hash');
    const ends = await crowd;
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(hashingPeak()).toBe(2);
    expect((await shop.browser('198.51.100.61').signIn('Bob')).status).toBe(200);
  });
});

describe('letters and codes', () => {
  const calls: [string, (who: string) => Record<string, unknown>][] = [
    ['/request-password-reset', (email) => ({ email })],
    ['/sign-in/magic-link', (email) => ({ email })],
    ['/send-verification-email', (email) => ({ email })],
  ];
  test.each(calls)('%s sends at most three a minute to one address, and from one (attacks T70)', async (path, body) => {
    await shop.rows('delete from mails');
    await shop.rows('update users set email_verified = false');
    const statuses: number[] = [];
    for (let n = 1; n <= 5; n++)
      statuses.push((await shop.browser(`198.51.102.${n}`).post(path, body(emailOf('Alice')))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await shop.mailsTo(emailOf('Alice'))).toHaveLength(3);
    const flooder = shop.browser('198.51.103.1');
    const others: number[] = [];
    for (let n = 1; n <= 5; n++) others.push((await flooder.post(path, body(`somebody-${n}@tradebench.test`))).status);
    expect(others).toEqual([200, 200, 200, 429, 429]);
    await shop.rows('update users set email_verified = true');
  });

  test('the link that confirms a change of address likewise, however often it is followed', async () => {
    await shop.rows('delete from mails');
    const alice = shop.browser();
    await alice.signIn('Alice');
    await alice.post('/change-email', { newEmail: 'victim@tradebench.test' });
    const link = /http\S+/.exec((await shop.mailsTo(emailOf('Alice')))[0]?.text ?? '')?.[0] ?? '';
    for (let n = 1; n <= 8; n++) await shop.browser().get(link);
    expect(await shop.mailsTo('victim@tradebench.test')).toHaveLength(3);
  });

  test('a code by phone likewise', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 4; n++) {
      statuses.push((await shop.browser().post('/phone-number/send-otp', { phoneNumber: '+8801712345678' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await shop.mailsTo('+8801712345678')).toHaveLength(0);
  });

  test('registrations in a row from one network send five letters, none with a name that the sender chose', async () => {
    await shop.rows('delete from mails');
    const flooder = shop.browser('198.51.104.1');
    const name = 'You have won, go to evil.example';
    for (let n = 1; n <= 12; n++) {
      const body = { name, email: `stranger-${n}@people.test`, password: 'sesame' };
      expect((await flooder.post('/sign-up/email', body)).status).toBe(200);
    }
    const sent = await shop.rows<{ text: string; html: string; subject: string }>('select * from mails');
    expect(sent).toHaveLength(5);
    for (const { subject, text, html } of sent) expect(subject + text + html).not.toContain('evil.example');
    await shop.rows('update rate_limits set last_request = last_request - 60001');
    await flooder.post('/request-password-reset', { email: 'stranger-12@people.test' });
    const [reset] = await shop.mailsTo('stranger-12@people.test');
    expect(reset?.subject).toBe('Set a new password');
    expect(reset?.text).not.toContain('evil.example');
  }, 60_000);

  test('a code by phone has a cap for the day, by number and by sender', async () => {
    const ask = async (number: string, address: string) => {
      // Minutes pass; the day does not.
      await shop.rows(`update rate_limits set last_request = last_request - 60001 where key not like '%in a day%'`);
      return (await shop.browser(address).post('/phone-number/send-otp', { phoneNumber: number })).status;
    };
    const byNumber: number[] = [];
    for (let n = 1; n <= 22; n++) byNumber.push(await ask('+8801712345678', `198.51.105.${n}`));
    expect(byNumber.filter((status) => status === 200)).toHaveLength(20);
    expect(byNumber.slice(20)).toEqual([429, 429]);
    const bySender: number[] = [];
    for (let n = 10; n <= 72; n++) bySender.push(await ask(`+88017123400${n}`, '198.51.106.1'));
    expect(bySender.filter((status) => status === 200)).toHaveLength(60);
  });
});
