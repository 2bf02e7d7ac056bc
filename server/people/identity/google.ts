import type { BetterAuthPlugin } from 'better-auth';
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import { isEmailAddress } from '#contract/email.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';

/** An OpenID Connect issuer and this shop's registration with it. */
export interface OpenIdIssuer {
  /** What the tokens name as their issuer. */
  issuers: string[];
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
  clientId: string;
  clientSecret: string;
  /** Makes the calls to the issuer; the demo answers them within the process. */
  fetch?: typeof fetch;
}

const TIMEOUT_MS = 8_000;
/** Google signs with nothing else. A closed list keeps `none` and the public key taken for a secret out (attacks T89). */
const ALGORITHMS = ['RS256'];

/** Google's own addresses, which its discovery document has named for a decade. */
export function realGoogle(registration: { clientId: string; clientSecret: string }): OpenIdIssuer {
  return {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    ...registration,
  };
}

interface Profile extends Record<string, unknown> {
  sub: string;
}

/**
 * 'Continue with Google' for better-auth, the same against Google and against the demo's issuer: authorization code
 * with PKCE, and an ID token whose signature, algorithm, issuer, audience, times and nonce are all checked.
 * better-auth's own provider trusts the token's transport alone and takes the text "false" for a verified e-mail (attacks T87).
 */
export function google(issuer: OpenIdIssuer): BetterAuthPlugin {
  const call = settlingFetch({ limitMs: TIMEOUT_MS, maxBytes: 1_000_000 }, issuer.fetch);
  const keys = createRemoteJWKSet(new URL(issuer.jwksUri), { [customFetch]: call, timeoutDuration: TIMEOUT_MS });

  async function claims(idToken: string, nonce: string | undefined): Promise<Profile | null> {
    const options = { algorithms: ALGORITHMS, issuer: issuer.issuers, audience: issuer.clientId };
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(idToken, keys, { ...options, requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }));
    } catch {
      return null;
    }
    const { sub, nonce: given, azp } = payload;
    if (typeof sub !== 'string' || sub === '' || nonce === undefined || given !== nonce) return null;
    if (azp !== undefined && azp !== issuer.clientId) return null;
    return { ...payload, sub };
  }

  const provider = {
    id: 'google',
    name: 'Google',
    issuer: issuer.issuers[0]!,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: Profile }) => profile.sub,
    createAuthorizationURL(request: {
      state: string;
      codeVerifier: string;
      redirectURI: string;
      idTokenNonce?: string;
    }) {
      return authorizationAddress(issuer, request);
    },
    async validateAuthorizationCode(data: { code: string; redirectURI: string; codeVerifier?: string }) {
      const response = await call(issuer.tokenEndpoint, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: data.code,
          redirect_uri: data.redirectURI,
          client_id: issuer.clientId,
          client_secret: issuer.clientSecret,
          code_verifier: data.codeVerifier ?? '',
        }),
        redirect: 'error',
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok || typeof answer !== 'object' || answer === null || !('id_token' in answer)) return null;
      // Only who it is matters; tokens for Google's other services are neither asked for nor kept.
      return typeof answer.id_token === 'string' ? { idToken: answer.id_token } : null;
    },
    async getUserInfo({ idToken, expectedIdTokenNonce }: { idToken?: string; expectedIdTokenNonce?: string }) {
      const profile = idToken === undefined ? null : await claims(idToken, expectedIdTokenNonce);
      if (!profile) return null;
      const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
      return {
        user: {
          // Of another shape it could become somebody's in lower case, as the Kelvin sign becomes a k.
          email: isEmailAddress(profile['email']) ? profile['email'].toLowerCase() : null,
          // Only the boolean counts: "false" is a text and true to JavaScript.
          emailVerified: profile['email_verified'] === true,
          name: text(profile['name']) ?? '',
          ...(text(profile['picture']) ? { image: text(profile['picture'])! } : {}),
        },
        data: profile,
      };
    },
    options: {},
  };
  return {
    id: 'google-sign-in',
    // better-auth's registry of providers is typed for its own; this one has the members that its flow uses.
    init: () => ({ context: { socialProviders: [provider as never] } }),
  };
}

async function authorizationAddress(
  { authorizationEndpoint, clientId }: OpenIdIssuer,
  request: { state: string; codeVerifier: string; redirectURI: string; idTokenNonce?: string },
): Promise<URL> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.codeVerifier));
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectURI,
    scope: 'openid email profile',
    state: request.state,
    nonce: request.idTokenNonce ?? '',
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
