import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { isUsable } from './access-token.ts';
import { Session, TOKEN_KEY } from './session.ts';
import { CHECK_EVERY_MS, EARLY_MS, LONGEST_PAUSE_MS, pauseAfter, RENEW_BEFORE_MS } from './times.ts';
import type { SessionUser } from './user.ts';

const QUARTER_MS = 15 * 60_000;
const START_MS = Date.UTC(2026, 0, 1);

const alice: SessionUser = {
  uid: 'u1',
  email: 'alice@shop.test',
  emailVerified: true,
  displayName: 'Alice',
  isAnonymous: false,
  photoURL: null,
  phoneNumber: null,
  tenantId: null,
  providerData: [{ providerId: 'password', uid: 'alice@shop.test' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: '2026-01-01T00:00:00.000Z',
};

function tokenUntil(ms: number, mark = ''): string {
  return `head.${btoa(JSON.stringify({ exp: ms / 1_000, mark }))}.signature`;
}

/** A browser with a clock of its own; tabs share its storage and its lock. */
function browser() {
  let now = START_MS;
  let timers: { at: number; run: () => void }[] = [];
  const kept = new Map<string, string>();
  let turn: Promise<unknown> = Promise.resolve();
  const exchanges: string[] = [];
  let refusal: ApiError | null = null;
  let somebody: SessionUser | null = alice;
  let ended = 0;
  let losses = 0;

  const tab = () =>
    new Session({
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      now: () => now,
      later(run, ms) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
      exclusively<T>(run: () => Promise<T>) {
        const mine = turn.then(run);
        turn = mine.catch(() => {});
        return mine;
      },
      async exchange(email) {
        exchanges.push(email);
        await Promise.resolve();
        if (refusal) throw refusal;
        if (somebody && somebody.email !== email) throw mismatch;
        return { token: tokenUntil(now + QUARTER_MS, String(exchanges.length)) };
      },
      whoAmI: async () => somebody,
      lost: () => void losses++,
      endAtServer: async () => void ended++,
    });

  return {
    tab,
    kept,
    exchanges,
    ended: () => ended,
    losses: () => losses,
    refuse: (error: ApiError | null) => (refusal = error),
    cookieOf: (user: SessionUser | null) => (somebody = user),
    sleep: (ms: number) => (now += ms),
    nextTimer: () => Math.min(...timers.map(({ at }) => at)) - now,
    async pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await settled();
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
const down = new ApiError(503, { code: 'SERVICE_UNAVAILABLE', message: 'down' });
const mismatch = new ApiError(403, { code: 'USER_MISMATCH', message: 'another address' });
const gone = new ApiError(401, { code: 'UNAUTHENTICATED', message: 'gone' });

describe('the access token', () => {
  test('counts as expired 30 s before it is', () => {
    const token = tokenUntil(START_MS + QUARTER_MS);
    expect(isUsable(token, START_MS + QUARTER_MS - EARLY_MS - 1)).toBe(true);
    expect(isUsable(token, START_MS + QUARTER_MS - EARLY_MS)).toBe(false);
  });

  test('that is none is never sent', () => {
    for (const token of ['', 'null', 'a.b.c', `a.${btoa('5')}.c`]) expect(isUsable(token, START_MS)).toBe(false);
  });

  test('pauses after failed renewals from 30 s, doubling to 16 min', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(pauseAfter)).toEqual([
      30_000,
      60_000,
      120_000,
      240_000,
      480_000,
      960_000,
      LONGEST_PAUSE_MS,
    ]);
  });
});

describe('a session', () => {
  test('is remembered by the next page load', async () => {
    const shop = browser();
    await shop.tab().begin(alice);
    expect(shop.kept.get(TOKEN_KEY)).toBeDefined();
    const next = shop.tab();
    next.read();
    expect(next.state()).toEqual({ status: 'signed-in', user: alice });
    expect(shop.exchanges).toHaveLength(1);
  });

  test('renews its token five minutes before the end', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    const first = await tab.token();
    expect(shop.nextTimer()).toBe(QUARTER_MS - RENEW_BEFORE_MS);
    await shop.pass(QUARTER_MS - RENEW_BEFORE_MS);
    expect(await tab.token()).not.toBe(first);
    expect(shop.exchanges).toHaveLength(2);
  });

  test('exchanges once however many calls wait for a token', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.sleep(QUARTER_MS);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tab.token()));
    expect(new Set(tokens).size).toBe(1);
    expect(shop.exchanges).toHaveLength(2);
  });

  test('takes the token that another tab renewed meanwhile', async () => {
    const shop = browser();
    const one = shop.tab();
    await one.begin(alice);
    const two = shop.tab();
    two.read();
    shop.sleep(QUARTER_MS);
    const [first, second] = await Promise.all([one.token(), two.token()]);
    expect(second).toBe(first);
    expect(shop.exchanges).toHaveLength(2);
  });

  test('survives a laptop that slept for hours', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.sleep(8 * 3_600_000);
    tab.catchUp();
    await settled();
    expect(tab.state().status).toBe('signed-in');
    expect(isUsable(await tab.token(), START_MS + 8 * 3_600_000)).toBe(true);
  });

  test('stays when the shop is down, and tries again ever later', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.refuse(down);
    await shop.pass(QUARTER_MS - RENEW_BEFORE_MS);
    expect(tab.state().status).toBe('signed-in');
    expect(shop.nextTimer()).toBe(30_000);
    await shop.pass(30_000);
    expect(shop.nextTimer()).toBe(60_000);
    shop.refuse(null);
    await shop.pass(60_000);
    expect(shop.nextTimer()).toBe(QUARTER_MS - RENEW_BEFORE_MS);
  });

  test('ends when its renewal is refused', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.refuse(gone);
    shop.sleep(QUARTER_MS);
    await expect(tab.token()).rejects.toBe(gone);
    expect(tab.state().status).toBe('signed-out');
    expect(shop.kept.size).toBe(0);
  });

  test('that was signed out during a renewal stays signed out', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.sleep(QUARTER_MS);
    const renewal = tab.token();
    await tab.end();
    await expect(renewal).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(shop.kept.size).toBe(0);
    expect([shop.ended(), shop.losses()]).toEqual([1, 0]);
  });

  test('ends in every tab at once', async () => {
    const shop = browser();
    const one = shop.tab();
    await one.begin(alice);
    const two = shop.tab();
    two.read();
    await one.end();
    two.storageChanged(TOKEN_KEY);
    expect(two.state().status).toBe('signed-out');
    expect(shop.losses()).toBe(1);
    await expect(two.token()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('begun in one tab begins in the other', async () => {
    const shop = browser();
    const two = shop.tab();
    two.read();
    expect(two.state().status).toBe('signed-out');
    await shop.tab().begin(alice);
    two.storageChanged(TOKEN_KEY);
    expect(two.state().user).toEqual(alice);
  });

  test('that was ended elsewhere is found out by an open page, at its next look', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.refuse(gone);
    tab.catchUp();
    await settled();
    // It was confirmed a moment ago.
    expect(tab.state().status).toBe('signed-in');
    shop.sleep(CHECK_EVERY_MS);
    tab.catchUp();
    await settled();
    expect(tab.state().status).toBe('signed-out');
    expect(shop.kept.size).toBe(0);
  });

  test('that was ended elsewhere is found out by a page that is loaded', async () => {
    const shop = browser();
    await shop.tab().begin(alice);
    shop.refuse(gone);
    const next = shop.tab();
    next.read();
    expect(next.state().status).toBe('signed-in');
    next.catchUp();
    await settled();
    expect(next.state().status).toBe('signed-out');
  });

  test('is looked at once a minute however many tabs are open', async () => {
    const shop = browser();
    const tabs = [shop.tab(), shop.tab(), shop.tab()];
    await tabs[0]!.begin(alice);
    for (const tab of tabs) tab.read();
    shop.sleep(CHECK_EVERY_MS);
    for (const tab of tabs) tab.catchUp();
    await settled();
    expect(shop.exchanges).toHaveLength(2);
  });

  test('follows what other tabs did while it heard nothing', async () => {
    const shop = browser();
    const one = shop.tab();
    await one.begin(alice);
    const frozen = shop.tab();
    frozen.read();
    await one.end();
    frozen.catchUp();
    expect(frozen.state().status).toBe('signed-out');
    await one.begin(alice);
    frozen.catchUp();
    expect(frozen.state().user).toEqual(alice);
  });

  test('goes on under the new address when that was changed elsewhere', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    const renamed = { ...alice, email: 'alice2@shop.test' };
    shop.cookieOf(renamed);
    shop.sleep(CHECK_EVERY_MS);
    tab.catchUp();
    await settled();
    expect(tab.state()).toEqual({ status: 'signed-in', user: renamed });
    expect(shop.exchanges).toEqual(['alice@shop.test', 'alice@shop.test', 'alice2@shop.test']);
  });

  test('is not ended by a 401 of something between shop and browser', async () => {
    const shop = browser();
    const tab = shop.tab();
    await tab.begin(alice);
    shop.refuse(new ApiError(401, { code: 'UNEXPECTED_ANSWER', message: 'a proxy wants a password' }));
    shop.sleep(CHECK_EVERY_MS);
    tab.catchUp();
    await settled();
    expect(tab.state().status).toBe('signed-in');
  });

  test('with a token alone asks identity whose it is', async () => {
    const shop = browser();
    shop.kept.set(TOKEN_KEY, tokenUntil(START_MS + QUARTER_MS));
    const tab = shop.tab();
    tab.read();
    await settled();
    expect(tab.state().user).toEqual(alice);
    shop.cookieOf(null);
    shop.kept.delete('tradebench.user');
    const other = shop.tab();
    other.read();
    await settled();
    expect(other.state().status).toBe('signed-out');
  });

  test('says why nobody is signed in any more', async () => {
    const shop = browser();
    const whys = [];
    for (const why of ['asked', 'not-staff', 'removed', 'elsewhere', 'refused'] as const) {
      shop.refuse(null);
      const tab = shop.tab();
      await tab.begin(alice);
      if (why === 'asked') await tab.end();
      else if (why === 'not-staff') await tab.end(why);
      else if (why === 'removed') tab.lose(why);
      else if (why === 'elsewhere') tab.storageChanged((shop.kept.delete(TOKEN_KEY), TOKEN_KEY));
      else await tab.renew((shop.refuse(gone), await tab.token())).catch(() => {});
      whys.push(tab.state());
    }
    expect(whys).toMatchObject(['asked', 'not-staff', 'removed', 'elsewhere', 'refused'].map((why) => ({ why })));
  });
});
