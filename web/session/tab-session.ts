import { useSyncExternalStore } from 'react';
import { ApiError, networkError } from '#web/api/api-error.ts';
import { forgetPersonal } from '#web/api/caches.ts';
import {
  call,
  type CallAnswer,
  type CallId,
  callFile,
  type CallInput,
  callList,
  type ListCall,
  type ListPart,
  type Row,
} from '#web/api/call.ts';
import { oneOfTab } from '#web/api/one-of-tab.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';
import { type Departure, Session, type SessionState } from './session.ts';
import { CHECK_EVERY_MS } from './times.ts';

/** What is said to whoever is signed out by no doing of theirs in this tab. */
const SIGN_OUT_NOTES: { elsewhere: string } & Partial<Record<Departure, string>> = {
  elsewhere: say('You were signed out in another tab or on another device. Sign in to continue.'),
  removed: say('Your account has been removed, so you are signed out. Please contact us if this is a surprise.'),
  disabled: say('Your account has been disabled, so you are signed out. Please contact us.'),
};

export const tabSession = oneOfTab('session', openSession);

function openSession(): Session {
  const opened = new Session({
    storage: window.localStorage,
    now: Date.now,
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    exclusively: (run) => ('locks' in navigator ? navigator.locks.request('tradebench.session', run) : run()),
    // Fetched when needed, which on most pages is never.
    async exchange(email) {
      const { exchange } = await import('./identity-calls.ts').catch(() => {
        throw networkError();
      });
      return exchange(email);
    },
    whoAmI: async () => (await import('./identity-calls.ts')).whoAmI(),
    lost: (why) => toast.info(SIGN_OUT_NOTES[why] ?? SIGN_OUT_NOTES.elsewhere),
    endAtServer: async () => (await import('./identity-calls.ts')).signOutAtServer(),
  });
  let uid: string | undefined;
  opened.subscribe(() => {
    const now = opened.state().user?.uid;
    if (uid !== undefined && uid !== now) forgetPersonal();
    uid = now;
  });
  const look = () => {
    if (document.visibilityState === 'visible') opened.catchUp();
  };
  window.addEventListener('storage', ({ key }) => opened.storageChanged(key));
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, CHECK_EVERY_MS);
  opened.read();
  look();
  return opened;
}

const NOT_YET: SessionState = { status: 'unknown', user: null };

/** Who is signed in; `unknown` on the server and until the page has come alive. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => tabSession().subscribe(listener),
    () => tabSession().state(),
    () => NOT_YET,
  );
}

/** Makes a call as the signed-in user. @throws ApiError as `call` does; UNAUTHENTICATED where nobody is signed in */
export function userCall<C extends CallId>(id: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  return withToken((authorization) => call(id, { ...input, headers: { ...input.headers, authorization } }));
}

/** Makes a call that answers a list as the signed-in user. @throws ApiError as `userCall` does */
export function userCallList<C extends ListCall>(id: C, input: CallInput<C>): Promise<ListPart<Row<C>>> {
  return withToken((authorization) => callList(id, { ...input, headers: { ...input.headers, authorization } }));
}

/** Makes a call that answers a file as the signed-in user. @throws ApiError as `userCall` does */
export function userFile<C extends CallId>(id: C, input: CallInput<C>): Promise<Response> {
  return withToken((authorization) => callFile(id, { ...input, headers: { ...input.headers, authorization } }));
}

/** Makes a call of another kind as the signed-in user: once more where the token has just ended. @throws ApiError as `userCall` does */
export async function withToken<T>(run: (authorization: string) => Promise<T>): Promise<T> {
  const token = await tabSession().token();
  try {
    return await run(`Bearer ${token}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const { account } = error.facts;
    if (account === 'removed' || account === 'disabled') {
      tabSession().lose(account);
      throw error;
    }
    // The browser's clock may be slow, or the session gone: a renewal tells which, and signs out where it is gone.
    return run(`Bearer ${await tabSession().renew(token)}`);
  }
}
