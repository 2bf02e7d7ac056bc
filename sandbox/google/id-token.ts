import { createHmac } from 'node:crypto';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { HostileMode, Person } from './people.ts';

const KEY_ID = 'sandbox-1';
const LIFE_SECONDS = 3_600;

interface KeyPair {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

/** The issuer's key, made when first needed: an RSA key takes its time. */
export class IssuerKeys {
  #own: Promise<KeyPair> | undefined;

  own(): Promise<KeyPair> {
    return (this.#own ??= generateKeyPair('RS256', { extractable: true }));
  }

  async jwks(): Promise<{ keys: JWK[] }> {
    const { publicKey } = await this.own();
    return { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] };
  }
}

/** What was agreed when the person was chosen. */
export interface Grant {
  person: Person;
  clientId: string;
  redirectUri: string;
  nonce: string;
  challenge: string;
  mode: HostileMode | null;
}

/** The ID token for a grant, right in every way but the one that its mode spoils. */
export async function idToken(
  keys: IssuerKeys,
  issuer: string,
  { person, clientId, nonce, mode }: Grant,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const issued = mode === 'expired' ? now - 2 * LIFE_SECONDS : now;
  const claims = {
    iss: mode === 'wrong-issuer' ? 'https://accounts.evil.example' : issuer,
    aud: mode === 'wrong-audience' ? 'another-shop' : clientId,
    sub: person.sub,
    ...(mode === 'no-nonce' ? {} : { nonce: mode === 'wrong-nonce' ? 'another' : nonce }),
    ...(mode === 'no-email' ? {} : { email: mode === 'email-changed' ? `changed-${person.email}` : person.email }),
    ...emailVerified(person, mode),
    name: person.name,
    ...(mode === 'script-picture' ? { picture: 'javascript:alert(document.domain)' } : {}),
    iat: issued,
    exp: issued + LIFE_SECONDS,
  };
  if (mode === 'alg-none') return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
  const { publicKey, privateKey } = await keys.own();
  if (mode === 'alg-hs256') {
    const text = `${part({ alg: 'HS256', typ: 'JWT', kid: KEY_ID })}.${part(claims)}`;
    return `${text}.${createHmac('sha256', await exportSPKI(publicKey))
      .update(text)
      .digest('base64url')}`;
  }
  const signer = mode === 'foreign-key' ? (await generateKeyPair('RS256')).privateKey : privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: KEY_ID }).sign(signer);
}

function emailVerified(person: Person, mode: HostileMode | null): { email_verified?: boolean | string } {
  if (mode === 'email-unverified') return { email_verified: false };
  if (mode === 'email-verified-text') return { email_verified: 'false' };
  if (mode === 'email-verified-absent') return {};
  return { email_verified: person.emailVerified };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
