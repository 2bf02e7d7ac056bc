import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Grant, idToken, IssuerKeys } from './id-token.ts';
import { isHostileMode, PEOPLE, type Person } from './people.ts';
import { escape, pickerPage } from './picker-page.ts';

/** The one shop that is registered with the demo's Google. */
interface Registration {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

export interface GoogleSandbox {
  /** Answers everything below the issuer's address. */
  fetch(request: Request): Promise<Response>;
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
}

const CODE_LIFE_MS = 60_000;
/** How many spent codes are remembered; older ones have expired. */
const REMEMBERED = 10_000;

/**
 * An OpenID Connect issuer for the demo and the tests: discovery, authorization code with PKCE, ID tokens, user info.
 * Codes carry their grant under a seal, so that any process of the shop can redeem them.
 * @param issuer its address, such as http://localhost:3000/sandbox/google
 * @param secret seals the codes
 */
export function createGoogleSandbox(issuer: string, registration: Registration, secret: string): GoogleSandbox {
  const keys = new IssuerKeys();
  const spent = new Set<string>();
  const base = new URL(issuer).pathname;
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'picture'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  const { sealed, opened } = grantSeal(secret);

  function choose(form: URLSearchParams): Response {
    const back = new URL(form.get('redirect_uri') ?? '');
    const mode = form.get('mode');
    const person = personOf(form);
    back.searchParams.set('state', mode === 'wrong-state' ? 'another' : (form.get('state') ?? ''));
    back.searchParams.set('iss', issuer);
    if (person) {
      const grant: Grant = {
        person,
        clientId: registration.clientId,
        redirectUri: form.get('redirect_uri') ?? '',
        nonce: form.get('nonce') ?? '',
        challenge: form.get('code_challenge') ?? '',
        mode: isHostileMode(mode) ? mode : null,
      };
      back.searchParams.set('code', sealed(grant));
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    return new Response(null, { status: 303, headers: { location: back.href, 'cache-control': 'no-store' } });
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const [id, password] = credentialsOf(request, form);
    if (id !== registration.clientId || !same(password, registration.clientSecret))
      return problem(401, 'invalid_client');
    if (form.get('grant_type') !== 'authorization_code') return problem(400, 'unsupported_grant_type');
    const code = form.get('code') ?? '';
    const grant = opened(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = grant && grant.redirectUri === form.get('redirect_uri') && same(verifier, grant.challenge);
    if (!fits || spent.has(code) || grant.mode === 'token-refused') return problem(400, 'invalid_grant');
    spent.add(code);
    const [oldest] = spent;
    if (spent.size > REMEMBERED && oldest !== undefined) spent.delete(oldest);
    return Response.json(
      {
        access_token: sealed(grant),
        token_type: 'Bearer',
        expires_in: 3_600,
        scope: 'openid email profile',
        id_token: await idToken(keys, issuer, grant),
      },
      { headers: { 'cache-control': 'no-store' } },
    );
  }

  function userInfo(request: Request): Response {
    const grant = opened((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));
    if (!grant) return problem(401, 'invalid_token');
    const { sub, name, email, emailVerified } = grant.person;
    return Response.json({ sub, name, email, email_verified: emailVerified });
  }

  return {
    issuer,
    authorizationEndpoint: discovery.authorization_endpoint,
    tokenEndpoint: discovery.token_endpoint,
    jwksUri: discovery.jwks_uri,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      switch (`${request.method} ${pathname.slice(base.length)}`) {
        case 'GET /.well-known/openid-configuration':
          return Response.json(discovery);
        case 'GET /jwks':
          return Response.json(await keys.jwks());
        case 'GET /authorize': {
          const wrong = problemOf(searchParams, registration);
          if (wrong) return page(400, `<!doctype html><title>Error</title><p>${escape(wrong)}</p>`);
          const back = new URL(searchParams.get('redirect_uri') ?? '');
          return page(200, pickerPage(`${base}/choose`, back.host, searchParams), back.origin);
        }
        case 'POST /choose': {
          const form = new URLSearchParams(await request.text());
          const wrong = problemOf(form, registration);
          return wrong ? problem(400, wrong) : choose(form);
        }
        case 'POST /token':
          return token(request);
        case 'GET /userinfo':
          return userInfo(request);
        default:
          return problem(404, 'not_found');
      }
    },
  };
}

/** Puts grants into codes that only this secret opens, for a minute. */
function grantSeal(secret: string) {
  const seal = (text: string) => createHmac('sha256', `google sandbox ${secret}`).update(text).digest('base64url');
  return {
    sealed(grant: object): string {
      const text = Buffer.from(JSON.stringify({ ...grant, until: Date.now() + CODE_LIFE_MS })).toString('base64url');
      return `${text}.${seal(text)}`;
    },
    opened(code: string): Grant | null {
      const [text = '', given = ''] = code.split('.');
      if (!same(given, seal(text))) return null;
      const grant = JSON.parse(Buffer.from(text, 'base64url').toString()) as Grant & { until: number };
      return grant.until > Date.now() ? grant : null;
    },
  };
}

/** What is wrong with an authorization request; null where nothing is. */
function problemOf(asked: URLSearchParams, registration: Registration): string | null {
  if (asked.get('client_id') !== registration.clientId) return 'Unknown client_id';
  if (!registration.redirectUris.includes(asked.get('redirect_uri') ?? '')) return 'Unregistered redirect_uri';
  if (asked.get('response_type') !== 'code') return 'response_type must be code';
  if (!(asked.get('scope') ?? '').split(' ').includes('openid')) return 'scope must have openid';
  if (asked.get('code_challenge_method') !== 'S256' || !asked.get('code_challenge'))
    return 'PKCE with S256 is required';
  return null;
}

function personOf(form: URLSearchParams): Person | null {
  const chosen = form.get('person');
  if (chosen !== 'other') return PEOPLE.find(({ sub }) => sub === chosen) ?? null;
  const email = form.get('email') ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return null;
  const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21);
  return { sub, email, name: form.get('name') || (email.split('@')[0] ?? ''), emailVerified: true, note: '' };
}

function credentialsOf(request: Request, form: URLSearchParams): [string, string] {
  const [, basic] = /^Basic (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const [id = '', password = ''] = Buffer.from(basic, 'base64').toString().split(':');
  return [decodeURIComponent(id), decodeURIComponent(password)];
}

function same(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

function problem(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}

function page(status: number, html: string, formTarget = ''): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`,
    },
  });
}
