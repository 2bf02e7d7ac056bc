import { sentence } from '#contract/sentences.ts';
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Database, RawQuery } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { seal, type Secrets, unseal } from './secrets.ts';

/** How long an access token is good for; the browser renews it before. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

const ALGORITHM = 'EdDSA';
/** Any number, as long as all processes agree on it. */
const KEY_LOCK = 7_421_904;
/** How many checked tokens are remembered, so that a busy caller's signature is checked once. */
const REMEMBERED = 10_000;

interface Claims {
  userId: string;
  sessionId: string;
}

/** Signs and checks access tokens (contract, Tokens). */
interface AccessTokens {
  issue(claims: Claims): Promise<{ token: string; expiresAt: Date }>;
  /** @throws AppError INVALID_TOKEN, TOKEN_EXPIRED */
  check(token: string): Promise<Claims>;
}

interface KeyRow {
  id: string;
  publicKey: string;
  privateKey: string;
}

/**
 * @param secrets what the private key in the database is encrypted with
 * @param address issuer and audience: a token of one shop is nothing to another
 */
export async function createAccessTokens(
  database: Database,
  secrets: Secrets,
  address: string,
  now: () => Date = () => new Date(),
): Promise<AccessTokens> {
  const { rows, newest } = await signingKeys(database, secrets);
  const signer = await keyOf(newest.privateKey);
  const known = new Map(await Promise.all(rows.map(async (row) => [row.id, await keyOf(row.publicKey)] as const)));
  const checked = new Map<string, Claims & { expiresAt: number }>();

  return {
    async issue({ userId, sessionId }) {
      const issuedAt = Math.floor(now().getTime() / 1000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.id, typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(address)
        .setAudience(address)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(signer);
      return { token, expiresAt: new Date((issuedAt + ACCESS_TOKEN_SECONDS) * 1000) };
    },

    async check(token) {
      const seen = checked.get(token);
      if (seen) {
        if (seen.expiresAt <= now().getTime()) throw expired();
        return seen;
      }
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            // Only our own keys, by their very id: no path, address or embedded key of the header is ever looked at (attacks T8).
            const key = known.get(kid ?? '');
            if (!key) throw new errors.JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: [ALGORITHM],
            issuer: address,
            audience: address,
            requiredClaims: ['sub', 'sid', 'exp'],
            currentDate: now(),
          },
        );
        const claims = {
          userId: String(payload.sub),
          sessionId: String(payload['sid']),
          expiresAt: Number(payload.exp) * 1000,
        };
        remember(checked, token, claims);
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw expired();
        throw new AppError('INVALID_TOKEN', sentence('The access token is not valid. Please sign in again.'), {
          cause: error,
        });
      }
    },
  };
}

function expired(): AppError {
  return new AppError('TOKEN_EXPIRED', sentence('The access token has expired. Get a new one with your session.'));
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.size > REMEMBERED ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** All keys, and the newest whose private key can be read; the first start makes one, and so does the first with another secret. */
async function signingKeys(database: Database, secrets: Secrets): Promise<{ rows: KeyRow[]; newest: KeyRow }> {
  const find = async (query: RawQuery) => {
    const rows = await query<KeyRow>(
      'select id, public_key as "publicKey", private_key as "privateKey" from signing_keys order by created_at desc',
    );
    for (const row of rows) {
      const privateKey = await unseal(secrets, row.privateKey).catch(() => null);
      if (privateKey !== null) return { rows, newest: { ...row, privateKey } };
    }
    return null;
  };
  const found = await find(database.raw);
  if (found) return found;
  await database.withLock(KEY_LOCK, async (_exec, query) => {
    if (await find(query)) return;
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const [publicKey, privateKey] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
    await query('insert into signing_keys (id, public_key, private_key, alg, crv) values ($1, $2, $3, $4, $5)', [
      newId(),
      JSON.stringify(publicKey),
      await seal(secrets, JSON.stringify(privateKey)),
      ALGORITHM,
      'Ed25519',
    ]);
  });
  const made = await find(database.raw);
  if (!made) throw new Error('no signing key was found or made');
  return made;
}

async function keyOf(json: string): Promise<CryptoKey> {
  // Written by signingKeys as a JWK; an Ed25519 JWK always imports as a CryptoKey.
  return (await importJWK(JSON.parse(json) as JWK, ALGORITHM)) as CryptoKey;
}
