/** A way in: `password`, `google` or `phone`, and the user's name there. */
export interface Provider {
  providerId: string;
  uid: string;
}

/** The signed-in user as the pages see him (spec §3). Times are ISO 8601. */
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

/** Reads what identity says of a user, his session and his ways in; null where it is not that. */
export function readUser(user: unknown, session: unknown, accounts: unknown): SessionUser | null {
  if (!isRecord(user) || typeof user['id'] !== 'string' || typeof user['email'] !== 'string') return null;
  const signedInAt = isRecord(session) ? session['createdAt'] : undefined;
  const phoneNumber = text(user['phoneNumber']);
  const providerData = (Array.isArray(accounts) ? accounts : []).flatMap((account: unknown) =>
    readProvider(account, user['email']),
  );
  if (phoneNumber !== null) providerData.push({ providerId: 'phone', uid: phoneNumber });
  return {
    uid: user['id'],
    email: user['email'],
    emailVerified: user['emailVerified'] === true,
    displayName: text(user['name']) ?? '',
    // Nobody is let in without saying who he is, and there is one shop.
    isAnonymous: false,
    photoURL: text(user['image']),
    phoneNumber,
    tenantId: null,
    providerData,
    createdAt: text(user['createdAt']) ?? '',
    lastLoginAt: text(user['lastSignInAt']) ?? text(signedInAt) ?? '',
  };
}

function readProvider(account: unknown, email: unknown): Provider[] {
  const id = isRecord(account) ? text(account['providerId']) : null;
  if (!isRecord(account) || id === null) return [];
  return id === 'credential'
    ? [{ providerId: 'password', uid: String(email) }]
    : [{ providerId: id, uid: String(account['accountId']) }];
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

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
