import { useQuery, useQueryClient } from '@tanstack/react-query';
import { identityCall } from '#web/session/identity-calls.ts';
import { tabSession } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { PERSONAL } from './caches.ts';

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

const accountKey = ({ uid }: SessionUser) => [PERSONAL, uid, 'account'];
const sessionsKey = ({ uid }: SessionUser) => [PERSONAL, uid, 'sessions'];

export function useAccount(user: SessionUser) {
  return useQuery({
    queryKey: accountKey(user),
    queryFn: async () => {
      const [session, ways] = await Promise.all([identityCall('/get-session'), identityCall('/list-accounts')]);
      return readAccount(session, ways);
    },
  });
}

export function useOpenSessions(user: SessionUser) {
  return useQuery({
    queryKey: sessionsKey(user),
    queryFn: async () => {
      const [list, session] = await Promise.all([identityCall('/list-sessions'), identityCall('/get-session')]);
      return readSessions(list, session);
    },
  });
}

/** After a change of the account: asks again who is signed in and shows it everywhere. */
export function useAccountChanged(user: SessionUser): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await tabSession().resume();
    await Promise.all([
      client.invalidateQueries({ queryKey: accountKey(user) }),
      client.invalidateQueries({ queryKey: sessionsKey(user) }),
    ]);
  };
}

function readAccount(session: unknown, ways: unknown): Account {
  const user = recordOf(recordOf(session)['user']);
  if (typeof user['email'] !== 'string') throw new Error('You are signed out. Please log in again.');
  const accounts = Array.isArray(ways) ? ways.map(recordOf) : [];
  const google = accounts.find(({ providerId }) => providerId === 'google');
  return {
    email: user['email'],
    emailVerified: user['emailVerified'] === true,
    phoneNumber: typeof user['phoneNumber'] === 'string' ? user['phoneNumber'] : null,
    twoFactorEnabled: user['twoFactorEnabled'] === true,
    hasPassword: accounts.some(({ providerId }) => providerId === 'credential'),
    googleId: typeof google?.['id'] === 'string' ? google['id'] : null,
  };
}

function readSessions(list: unknown, session: unknown): OpenSession[] {
  const current = recordOf(recordOf(session)['session'])['token'];
  const sessions = (Array.isArray(list) ? list : []).map(recordOf).map((each) => ({
    token: String(each['token']),
    userAgent: String(each['userAgent'] ?? ''),
    ipAddress: String(each['ipAddress'] ?? ''),
    createdAt: String(each['createdAt']),
    current: each['token'] === current,
  }));
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.createdAt.localeCompare(a.createdAt));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
