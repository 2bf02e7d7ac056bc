import { ApiError } from '#web/api/api-error.ts';
import { createListeners } from '#web/api/listeners.ts';
import { isUsable, renewalDueIn } from './access-token.ts';
import { BELIEVED_MS, pauseAfter } from './times.ts';
import { parseUser, type SessionUser } from './user.ts';

/** `unknown` while it is being found out, and on the server, which renders the same page for everybody. */
export type SessionState =
  | { status: 'unknown'; user: null }
  | { status: 'signed-out'; user: null; why: Departure | null }
  | { status: 'signed-in'; user: SessionUser };

/**
 * Why somebody is signed in no more: they `asked` for it, the shop `refused` them, their account was `removed` or
 * `disabled`, it ended `elsewhere`, or they were on a page that is for staff. Null where nobody was signed in.
 */
export type Departure = 'asked' | 'refused' | 'removed' | 'disabled' | 'elsewhere' | 'not-staff';

/** What a session needs of the world; tests bring their own clock and storage. */
interface SessionWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now: () => number;
  /** Runs something later, in ms; the answer cancels it. */
  later: (run: () => void, ms: number) => () => void;
  /** Lets one tab at a time do something. */
  exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** PUT /user/{email} with the session cookie. @throws ApiError */
  exchange: (email: string) => Promise<{ token: string }>;
  /** The user behind the session cookie; null without one. @throws ApiError */
  whoAmI: () => Promise<SessionUser | null>;
  /** Told when the session ended by no doing of this tab: in another one, on another device, or by the shop. */
  lost: (why: Departure) => void;
  /** Ends the session at the server. @throws ApiError */
  endAtServer: () => Promise<void>;
}

/** Fixed by spec §3. */
export const TOKEN_KEY = 'accessToken';
const USER_KEY = 'tradebench.user';

/** However wrong the clock is, renewals by the timer keep this distance. */
const SHORTEST_TIMER_MS = 30_000;

const UNKNOWN: SessionState = { status: 'unknown', user: null };

export type Session = ReturnType<typeof createSession>;

/** Who is signed in, in this tab and in step with the others, and the access token for their calls. */
export function createSession(world: SessionWorld) {
  const kept = createKeptSession(world, () => void renewal.renew().catch(() => {}));
  const signIn = createSignIn(world, kept);
  const renewal = createRenewal(world, kept, signIn.resume);
  return {
    subscribe: kept.subscribe,
    state: kept.state,
    begin: signIn.begin,
    resume: signIn.resume,
    read: signIn.read,
    forget: kept.forget,
    lose: kept.lose,
    renew: renewal.renew,
    ...inStepWithOthers(world, kept, signIn, renewal),

    /** A token that may be sent now. @throws ApiError UNAUTHENTICATED where nobody is signed in */
    async token(): Promise<string> {
      if (kept.state().status === 'unknown') signIn.read();
      const token = world.storage.getItem(TOKEN_KEY);
      if (token !== null && isUsable(token, world.now())) return token;
      if (kept.state().status !== 'signed-in') throw signedOut();
      return renewal.renew();
    },

    /** Signs out everywhere in this browser, then at the server. @throws ApiError where the server was not reached */
    async end(why: Departure = 'asked'): Promise<void> {
      kept.forget(why);
      await world.endAtServer();
    },

    /** The profile's name changed: the bar shows the new one. */
    renamed(displayName: string) {
      const state = kept.state();
      if (state.status !== 'signed-in') return;
      const user = { ...state.user, displayName };
      world.storage.setItem(USER_KEY, JSON.stringify(user));
      kept.become({ status: 'signed-in', user });
    },
  };
}

type KeptSession = ReturnType<typeof createKeptSession>;
type SignIn = ReturnType<typeof createSignIn>;
type Renewal = ReturnType<typeof createRenewal>;

/** What this tab and the browser know of who is signed in, and the timer for the next renewal of the token. */
function createKeptSession(world: SessionWorld, onTimer: () => void) {
  const listeners = createListeners();
  let state: SessionState = UNKNOWN;
  let cancelTimer = () => {};
  /** When the server last said that the session stands, in ms since 1970. */
  let confirmedAt = 0;
  /** Counts sign-ins and sign-outs: what began before one must not undo it. */
  let epoch = 0;

  const become = (next: SessionState) => {
    state = next;
    listeners.tell();
  };

  const schedule = (ms: number) => {
    cancelTimer();
    cancelTimer = world.later(onTimer, Math.max(ms, SHORTEST_TIMER_MS));
  };

  const confirm = () => {
    confirmedAt = world.now();
  };

  /** Forgets the user in this browser; the session cookie is the server's to take. */
  const forget = (why: Departure | null = null) => {
    epoch++;
    cancelTimer();
    world.storage.removeItem(TOKEN_KEY);
    world.storage.removeItem(USER_KEY);
    become({ status: 'signed-out', user: null, why });
  };

  return {
    subscribe: listeners.subscribe,
    state: () => state,
    become,
    epoch: () => epoch,
    nextEpoch: () => ++epoch,
    schedule,
    forget,

    /** The server, or another tab that asked it, says that the session stands. */
    confirm,
    /** Whether that was so long ago that it has to be asked again. */
    isDoubtful(): boolean {
      const now = world.now();
      return now - confirmedAt >= BELIEVED_MS || now < confirmedAt;
    },

    hold(user: SessionUser, token: string) {
      world.storage.setItem(USER_KEY, JSON.stringify(user));
      world.storage.setItem(TOKEN_KEY, token);
      confirm();
      schedule(renewalDueIn(token, world.now()));
    },

    lose(why: Departure) {
      const wasSignedIn = state.status === 'signed-in';
      forget(why);
      if (wasSignedIn) world.lost(why);
    },
  };
}

/** Takes over whoever the browser remembers, the cookie names or identity has just let in. */
function createSignIn(world: SessionWorld, kept: KeptSession) {
  /** Reads what the browser remembers; where that is half of it, asks identity once. */
  const read = () => {
    const token = world.storage.getItem(TOKEN_KEY);
    const user = parseUser(world.storage.getItem(USER_KEY));
    if (token === null || user === null) {
      const nobody = () => kept.become({ status: 'signed-out', user: null, why: null });
      return token === null ? nobody() : void resume().catch(nobody);
    }
    kept.schedule(renewalDueIn(token, world.now()));
    const state = kept.state();
    if (state.status === 'signed-in' && JSON.stringify(state.user) === JSON.stringify(user)) return;
    kept.become({ status: 'signed-in', user });
  };

  /** Signs in whoever the session cookie names; null where it names nobody. @throws ApiError */
  const resume = async (): Promise<SessionUser | null> => {
    const began = kept.epoch();
    const user = await world.whoAmI();
    if (began !== kept.epoch()) return kept.state().user;
    if (user) await begin(user);
    else kept.forget();
    return user;
  };

  /** After identity let somebody in: fetches their token and remembers them. @throws ApiError */
  const begin = async (user: SessionUser): Promise<void> => {
    const began = kept.nextEpoch();
    const { token } = await world.exchange(user.email);
    if (began !== kept.epoch()) return;
    kept.hold(user, token);
    kept.become({ status: 'signed-in', user });
  };

  return { read, resume, begin };
}

/** Exchanges the cookie for a new token, one tab at a time, once however many ask. */
function createRenewal(world: SessionWorld, kept: KeptSession, resume: SignIn['resume']) {
  let renewing: Promise<string> | null = null;
  let failures = 0;

  const exchanged = async (user: SessionUser, began: number): Promise<string> => {
    try {
      const { token } = await world.exchange(user.email);
      if (began !== kept.epoch()) throw signedOut();
      kept.hold(user, token);
      failures = 0;
      return token;
    } catch (error) {
      if (began !== kept.epoch()) throw error;
      // Their address may have changed elsewhere: the cookie still says who they are.
      if (isRefusal(error) && error.code === 'USER_MISMATCH') {
        await resume();
        const token = world.storage.getItem(TOKEN_KEY);
        if (token !== null) return token;
      } else if (isRefusal(error)) kept.lose('refused');
      else kept.schedule(pauseAfter(++failures));
      throw error;
    }
  };

  const renewNow = async (refused: string | null): Promise<string> => {
    const began = kept.epoch();
    const { user } = kept.state();
    if (!user) throw signedOut();
    return world.exclusively(async () => {
      // Another tab may have renewed it while this one waited for its turn.
      const current = world.storage.getItem(TOKEN_KEY);
      if (current === null || current === refused || renewalDueIn(current, world.now()) <= 0)
        return exchanged(user, began);
      kept.confirm();
      kept.schedule(renewalDueIn(current, world.now()));
      return current;
    });
  };

  return {
    /** A new token; one exchange however many ask. `refused` is one that the server did not take. */
    renew(refused: string | null = null): Promise<string> {
      renewing ??= renewNow(refused).finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
}

/** What keeps this tab in step with the others, and with what happened while nobody looked at it. */
function inStepWithOthers(world: SessionWorld, kept: KeptSession, signIn: SignIn, { renew }: Renewal) {
  return {
    /** Another tab changed the storage: this one follows. */
    storageChanged(key: string | null) {
      if (key !== null && key !== TOKEN_KEY && key !== USER_KEY) return;
      const token = world.storage.getItem(TOKEN_KEY);
      if (token === null) return kept.lose('elsewhere');
      // The other tab has just had it from the server.
      kept.confirm();
      signIn.read();
    },

    /**
     * After a load, sleep, or time without a network or in the background: follows the other tabs, whose changes may
     * have gone unheard, renews what is due, and asks whether the session still stands where that is not known.
     */
    catchUp() {
      const token = world.storage.getItem(TOKEN_KEY);
      const isSignedIn = () => kept.state().status === 'signed-in';
      if (isSignedIn() && token === null) return kept.lose('elsewhere');
      if (!isSignedIn() && token !== null) signIn.read();
      if (!isSignedIn() || token === null) return;
      if (kept.isDoubtful()) void renew(token).catch(() => {});
      else if (renewalDueIn(token, world.now()) === 0) void renew().catch(() => {});
    },
  };
}

/** Whether the shop itself said no, and not something between it and the browser. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code !== 'UNEXPECTED_ANSWER'
  );
}

function signedOut(): ApiError {
  return new ApiError(401, { code: 'UNAUTHENTICATED', message: 'Please sign in first.' });
}
