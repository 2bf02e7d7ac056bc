import { ApiError } from '#web/api/api-error.ts';
import { createListeners } from '#web/api/listeners.ts';
import { say } from '#web/saying/say.ts';
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

/** The least time between renewals by the timer, however wrong the clock is. */
const SHORTEST_TIMER_MS = 30_000;

/** Who is signed in, in this tab and in step with the others, and the access token for their calls. */
export class Session {
  readonly #world: SessionWorld;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  #state: SessionState = { status: 'unknown', user: null };
  /** Of the timer for the next renewal of the token. */
  #cancelTimer = () => {};
  /** When the server last said that the session stands, in ms since 1970. */
  #confirmedAt = 0;
  /** Counts sign-ins and sign-outs: what began before one must not undo it. */
  #epoch = 0;
  #renewing: Promise<string> | null = null;
  #failures = 0;

  constructor(world: SessionWorld) {
    this.#world = world;
  }

  state(): SessionState {
    return this.#state;
  }

  /** Reads what the browser remembers; where that is half of it, asks identity once. */
  read(): void {
    const { storage, now } = this.#world;
    const token = storage.getItem(TOKEN_KEY);
    const user = parseUser(storage.getItem(USER_KEY));
    if (token === null || user === null) {
      const nobody = () => this.#become({ status: 'signed-out', user: null, why: null });
      return token === null ? nobody() : void this.resume().catch(nobody);
    }
    this.#schedule(renewalDueIn(token, now()));
    if (JSON.stringify(this.#state.user) !== JSON.stringify(user)) this.#become({ status: 'signed-in', user });
  }

  /** Signs in whoever the session cookie names; null where it names nobody. @throws ApiError */
  async resume(): Promise<SessionUser | null> {
    const began = this.#epoch;
    const user = await this.#world.whoAmI();
    if (began !== this.#epoch) return this.#state.user;
    if (user) await this.begin(user);
    else this.forget();
    return user;
  }

  /** After identity let somebody in: fetches their token and remembers them. @throws ApiError */
  async begin(user: SessionUser): Promise<void> {
    const began = ++this.#epoch;
    const { token } = await this.#world.exchange(user.email);
    if (began !== this.#epoch) return;
    this.#hold(user, token);
    this.#become({ status: 'signed-in', user });
  }

  /** A token that may be sent now. @throws ApiError UNAUTHENTICATED where nobody is signed in */
  async token(): Promise<string> {
    if (this.#state.status === 'unknown') this.read();
    const token = this.#world.storage.getItem(TOKEN_KEY);
    if (token !== null && isUsable(token, this.#world.now())) return token;
    if (this.#state.status !== 'signed-in') throw signedOut();
    return this.renew();
  }

  /** A new token; one exchange however many ask, one tab at a time. `refused` is one that the server did not take. */
  renew(refused: string | null = null): Promise<string> {
    this.#renewing ??= this.#renewNow(refused).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** The profile's name changed: the bar shows the new one. */
  renamed(displayName: string): void {
    if (this.#state.status !== 'signed-in') return;
    const user = { ...this.#state.user, displayName };
    this.#world.storage.setItem(USER_KEY, JSON.stringify(user));
    this.#become({ status: 'signed-in', user });
  }

  /** Signs out everywhere in this browser, then at the server. @throws ApiError where the server was not reached */
  async end(why: Departure = 'asked'): Promise<void> {
    this.forget(why);
    await this.#world.endAtServer();
  }

  /** Forgets the user in this browser; the session cookie is the server's to take. */
  forget(why: Departure | null = null): void {
    this.#epoch++;
    this.#cancelTimer();
    this.#world.storage.removeItem(TOKEN_KEY);
    this.#world.storage.removeItem(USER_KEY);
    this.#become({ status: 'signed-out', user: null, why });
  }

  /** The session ended by no doing of this tab. */
  lose(why: Departure): void {
    const wasSignedIn = this.#state.status === 'signed-in';
    this.forget(why);
    if (wasSignedIn) this.#world.lost(why);
  }

  /** Another tab changed the storage: this one follows. */
  storageChanged(key: string | null): void {
    if (key !== null && key !== TOKEN_KEY && key !== USER_KEY) return;
    if (this.#world.storage.getItem(TOKEN_KEY) === null) return this.lose('elsewhere');
    // The other tab has just had it from the server.
    this.#confirmedAt = this.#world.now();
    this.read();
  }

  /**
   * After a load, sleep, or time without a network or in the background: follows the other tabs, whose changes may
   * have gone unheard, renews what is due, and asks whether the session still stands where the server's last word on
   * that is old.
   */
  catchUp(): void {
    const token = this.#world.storage.getItem(TOKEN_KEY);
    if (token === null) return this.#state.status === 'signed-in' ? this.lose('elsewhere') : undefined;
    if (this.#state.status !== 'signed-in') this.read();
    if (this.#state.status !== 'signed-in') return;
    const now = this.#world.now();
    const isDoubtful = now - this.#confirmedAt >= BELIEVED_MS || now < this.#confirmedAt;
    if (isDoubtful) void this.renew(token).catch(() => {});
    else if (renewalDueIn(token, now) === 0) void this.renew().catch(() => {});
  }

  #become(next: SessionState): void {
    this.#state = next;
    this.#listeners.tell();
  }

  #schedule(ms: number): void {
    this.#cancelTimer();
    const onTimer = () => void this.renew().catch(() => {});
    this.#cancelTimer = this.#world.later(onTimer, Math.max(ms, SHORTEST_TIMER_MS));
  }

  #hold(user: SessionUser, token: string): void {
    this.#world.storage.setItem(USER_KEY, JSON.stringify(user));
    this.#world.storage.setItem(TOKEN_KEY, token);
    this.#believe(token);
  }

  /** The server, or another tab that asked it, says that the session of this token stands. */
  #believe(token: string): void {
    this.#confirmedAt = this.#world.now();
    this.#schedule(renewalDueIn(token, this.#confirmedAt));
  }

  async #renewNow(refused: string | null): Promise<string> {
    const began = this.#epoch;
    const { user } = this.#state;
    if (!user) throw signedOut();
    return this.#world.exclusively(async () => {
      // Another tab may have renewed it while this one waited for its turn.
      const current = this.#world.storage.getItem(TOKEN_KEY);
      if (current === null || current === refused || renewalDueIn(current, this.#world.now()) <= 0)
        return this.#exchanged(user, began);
      this.#believe(current);
      return current;
    });
  }

  /** Exchanges the cookie for a new token. */
  async #exchanged(user: SessionUser, began: number): Promise<string> {
    try {
      const { token } = await this.#world.exchange(user.email);
      if (began !== this.#epoch) throw signedOut();
      this.#hold(user, token);
      this.#failures = 0;
      return token;
    } catch (error) {
      if (began !== this.#epoch) throw error;
      // Their address may have changed elsewhere: the cookie still says who they are.
      if (isRefusal(error) && error.code === 'USER_MISMATCH') {
        await this.resume();
        const token = this.#world.storage.getItem(TOKEN_KEY);
        if (token !== null) return token;
      } else if (isRefusal(error)) this.lose('refused');
      else this.#schedule(pauseAfter(++this.#failures));
      throw error;
    }
  }
}

/** Whether the shop itself said no, and not something between it and the browser. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code !== 'UNEXPECTED_ANSWER'
  );
}

function signedOut(): ApiError {
  return new ApiError(401, { code: 'UNAUTHENTICATED', message: say('Please sign in first.') });
}
