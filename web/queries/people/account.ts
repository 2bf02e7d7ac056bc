import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IdentityAnswer } from '#contract/people/identity-calls.ts';
import { identityCall } from '#web/session/identity-calls.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { useUser } from '#web/session/signed-in.ts';

/** What identity keeps of the signed-in user. */
export interface Account {
  email: string;
  emailVerified: boolean;
  phoneNumber: string | null;
  twoFactorEnabled: boolean;
  hasPassword: boolean;
  /** The id by which Google is unlinked; null where it is not linked. */
  googleId: string | null;
}

/** A place where the user is signed in. Times are ISO 8601. */
export interface OpenSession {
  token: string;
  userAgent: string;
  ipAddress: string;
  createdAt: string;
  current: boolean;
}

const accountKey = (uid: string) => [PERSONAL, uid, 'account'];
const sessionsKey = (uid: string) => [PERSONAL, uid, 'sessions'];

export function useAccount() {
  const { uid } = useUser();
  return useQuery({
    queryKey: accountKey(uid),
    queryFn: async () => readAccount(await identityCall('/get-session')),
  });
}

export function useOpenSessions() {
  const { uid } = useUser();
  return useQuery({
    queryKey: sessionsKey(uid),
    queryFn: async () => {
      const [list, session] = await Promise.all([identityCall('/list-sessions'), identityCall('/get-session')]);
      return readSessions(list, session);
    },
  });
}

/** After a change of the account: asks again who is signed in and shows it everywhere. */
export function useAccountChanged(): () => Promise<void> {
  const { uid } = useUser();
  const client = useQueryClient();
  return async () => {
    await tabSession().resume();
    await Promise.all([
      client.invalidateQueries({ queryKey: accountKey(uid) }),
      client.invalidateQueries({ queryKey: sessionsKey(uid) }),
    ]);
  };
}

function readAccount(session: IdentityAnswer<'/get-session'>): Account {
  if (!session) throw new Error('You are signed out. Please log in again.');
  const { email, emailVerified, phoneNumber, twoFactorEnabled, waysIn } = session.user;
  return {
    email,
    emailVerified,
    phoneNumber,
    twoFactorEnabled,
    hasPassword: waysIn.some(({ providerId }) => providerId === 'credential'),
    googleId: waysIn.find(({ providerId }) => providerId === 'google')?.id ?? null,
  };
}

function readSessions(list: IdentityAnswer<'/list-sessions'>, session: IdentityAnswer<'/get-session'>): OpenSession[] {
  const current = session?.session.token;
  const sessions = list.map(({ token, userAgent, ipAddress, createdAt }) => ({
    token,
    userAgent: userAgent ?? '',
    ipAddress: ipAddress ?? '',
    createdAt,
    current: token === current,
  }));
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.createdAt.localeCompare(a.createdAt));
}
