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
  /** The ways in: `password`, `google`. */
  providerData: { providerId: string }[];
  createdAt: string;
  lastLoginAt: string;
}

/** Reads what identity says of a user and his session; null where it is not that. */
export function readUser(user: unknown, session: unknown, accounts: unknown): SessionUser | null {
  if (!isRecord(user) || typeof user['id'] !== 'string' || typeof user['email'] !== 'string') return null;
  const signedInAt = isRecord(session) ? session['createdAt'] : undefined;
  return {
    uid: user['id'],
    email: user['email'],
    emailVerified: user['emailVerified'] === true,
    displayName: text(user['name']) ?? '',
    isAnonymous: user['isAnonymous'] === true,
    photoURL: text(user['image']),
    phoneNumber: text(user['phoneNumber']),
    tenantId: null,
    providerData: readProviders(accounts),
    createdAt: text(user['createdAt']) ?? '',
    lastLoginAt: text(signedInAt) ?? '',
  };
}

/** Reads a user that this module wrote; null where the text is something else. */
export function parseUser(json: string | null): SessionUser | null {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && typeof value['uid'] === 'string' && typeof value['email'] === 'string'
      ? readUser(
          { ...value, id: value['uid'], name: value['displayName'], image: value['photoURL'] },
          { createdAt: value['lastLoginAt'] },
          value['providerData'],
        )
      : null;
  } catch {
    return null;
  }
}

function readProviders(accounts: unknown): { providerId: string }[] {
  if (!Array.isArray(accounts)) return [];
  return accounts.flatMap((account: unknown) => {
    const id = isRecord(account) ? text(account['providerId']) : null;
    return id === null ? [] : [{ providerId: id === 'credential' ? 'password' : id }];
  });
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
