import { keptRecord } from './kept-record.ts';

/** A way in: `password`, `google` or `phone`, and the user's name there. */
interface Provider {
  providerId: string;
  uid: string;
}

/** The signed-in user as the pages see them (spec §3). Times are ISO 8601. */
export interface SessionUser {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  isAnonymous: boolean;
  photoURL: string | null;
  phoneNumber: string | null;
  tenantId: string | null;
  providerData: Provider[];
  createdAt: string;
  lastLoginAt: string;
}

/** Reads a user that the session wrote; null where the text is something else. */
export function parseUser(json: string | null): SessionUser | null {
  const value = keptRecord(json);
  return isUser(value) ? value : null;
}

function isUser(value: object): value is SessionUser {
  const isText = (name: string) => typeof Reflect.get(value, name) === 'string';
  return (
    ['uid', 'email', 'displayName', 'createdAt', 'lastLoginAt'].every(isText) &&
    Array.isArray(Reflect.get(value, 'providerData'))
  );
}
