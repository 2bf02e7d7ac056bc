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

/** Reads a user that this module wrote; null where the text is something else. */
export function parseUser(json: string | null): SessionUser | null {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is SessionUser {
  return (
    isRecord(value) &&
    ['uid', 'email', 'displayName', 'createdAt', 'lastLoginAt'].every((name) => typeof value[name] === 'string') &&
    Array.isArray(value['providerData'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
