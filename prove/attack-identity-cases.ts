import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { type AttackCase, each, named, origin, withoutIds } from './attack-case.ts';
import { afterLimits, type Reply, type Site, type Visitor } from './attack-site.ts';
import { refusedWith } from './attack-verdict.ts';

const signIn = (site: Site, body: unknown, headers: Record<string, string> = {}) =>
  site.ask('POST', '/api/auth/sign-in/email', { body, headers: { ...origin(site), ...headers } });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Access tokens that the shop did not make, though they say so. */
function forged({ token }: Visitor): [what: string, token: string][] {
  const [head = '', claims = ''] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = (changed: object) => {
    const text = `${part({ ...header, ...changed })}.${claims}`;
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const hmac = `${part({ ...header, alg: 'HS256' })}.${claims}`;
  const key = publicKey.export({ format: 'pem', type: 'spki' });
  return [
    ['alg none', `${part({ ...header, alg: 'none' })}.${claims}.`],
    ['HS256', `${hmac}.${createHmac('sha256', key).update(hmac).digest('base64url')}`],
    ['another key', signed({})],
    ['a kid that is a path', signed({ kid: '../../x' })],
    ['a jku', signed({ jku: 'https://evil.example/jwks.json' })],
    ['a changed claim', `${head}.${part({ sub: 'somebody', exp: 9e9 })}.${token.split('.')[2]}`],
  ];
}

/** Who one is, and how often one may try; the last of them use up tries and a session. */
export const IDENTITY_CASES: AttackCase[] = [
  {
    attack: 'T1',
    what: 'nobody gets a token without a session',
    unchanged: true,
    run: async (site) => {
      const body = { email: site.bob.email };
      return refusedWith(
        await site.ask('PUT', `/user/${body.email}`, { body, headers: origin(site) }),
        401,
        'UNAUTHENTICATED',
      );
    },
  },
  {
    attack: 'T2',
    what: 'nobody gets a token for another',
    unchanged: true,
    run: (site) => {
      const headers = { ...origin(site), cookie: site.alice.cookie };
      return each(
        [
          [site.bob.email, site.bob.email],
          [site.alice.email, site.bob.email],
        ],
        async ([path, email]) =>
          refusedWith(await site.ask('PUT', `/user/${path}`, { body: { email }, headers }), 403, 'USER_MISMATCH'),
      );
    },
  },
  {
    attack: 'T5',
    what: 'an e-mail that is no text signs nobody in',
    unchanged: true,
    run: (site) =>
      each([{ $gt: '' }, [site.alice.email], 5, 'a'.repeat(10_000)], async (email) =>
        refusedWith(await afterLimits(() => signIn(site, { email, password: 'x'.repeat(8) })), 400, 'VALIDATION_ERROR'),
      ),
  },
  {
    attack: 'T6',
    what: 'passwords too short and too long are refused before they are hashed',
    unchanged: true,
    run: (site) =>
      each(
        [
          ['short', 'PASSWORD_TOO_SHORT'],
          ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
        ] as const,
        async ([password, code]) => {
          const body = { email: 'attack-password@example.com', name: 'x', password };
          const ask = () => site.ask('POST', '/api/auth/sign-up/email', { body, headers: origin(site) });
          return refusedWith(await afterLimits(ask), 400, code);
        },
      ),
  },
  {
    attack: 'T8',
    what: 'tokens that the shop did not sign are refused',
    unchanged: true,
    run: (site) =>
      each(forged(site.alice), async ([what, as]) =>
        named(
          what,
          refusedWith(await site.ask('GET', `/order?email=${site.alice.email}`, { as }), 401, 'INVALID_TOKEN'),
        ),
      ),
  },
  {
    attack: 'T14',
    what: 'nobody gives themselves a role',
    unchanged: true,
    run: (site) =>
      each(['role', 'isAdmin', 'id', 'emailVerified', 'banned', 'createdAt'], async (field) => {
        const value = field === 'role' ? 'admin' : true;
        const profile = { name: 'Alice', address: '', phone: '', [field]: value };
        const own = await site.ask('PUT', `/user/${site.alice.email}`, { as: site.alice.token, body: profile });
        const identity = await site.ask('POST', '/api/auth/update-user', {
          body: { name: 'Alice', [field]: value },
          headers: { ...origin(site), cookie: site.alice.cookie },
        });
        return named(field, [
          ...refusedWith(own, 400, 'VALIDATION_ERROR'),
          ...refusedWith(identity, [400, 429], /FIELD_NOT_ALLOWED|VALIDATION_ERROR|RATE_LIMITED/),
        ]);
      }),
  },
  {
    attack: 'T83',
    what: 'a cookie alone does nothing for another site',
    unchanged: true,
    run: (site) => {
      const { cookie, email } = site.alice;
      return each(
        [{ origin: 'https://evil.example' }, { origin: 'null' }, {}],
        async (headers: Record<string, string>) => {
          const change = { body: { name: 'Changed' }, headers: { ...headers, cookie } };
          return named(headers['origin'] ?? 'no origin', [
            ...refusedWith(await site.ask('POST', '/api/auth/update-user', change), [403, 415]),
            ...refusedWith(
              await site.ask('PUT', `/user/${email}`, { body: { email }, headers: { ...headers, cookie } }),
              403,
            ),
          ]);
        },
      );
    },
  },
  {
    attack: 'T95',
    what: 'nobody learns who has an account',
    run: async (site) => {
      const ask = async (email: string) => {
        const reply = await site.ask('POST', '/api/auth/request-password-reset', {
          body: { email },
          headers: origin(site),
        });
        return withoutIds(reply);
      };
      const [known, unknown] = [await ask(site.bob.email), await ask('attack-nobody@example.com')];
      return known === unknown ? [] : [`${known} and ${unknown}`];
    },
  },
  {
    attack: 'T4',
    what: 'a wrong password and an unknown e-mail are told in the same words',
    unchanged: true,
    run: async (site) => {
      const replies = [
        await afterLimits(() => signIn(site, { email: site.bob.email, password: 'wrong-password' })),
        await afterLimits(() => signIn(site, { email: 'attack-nobody@example.com', password: 'wrong-password' })),
      ];
      const [known, unknown] = replies.map(withoutIds);
      return known === unknown
        ? replies.flatMap((reply) => refusedWith(reply, 401, 'INVALID_EMAIL_OR_PASSWORD'))
        : [`${known} and ${unknown}`];
    },
  },
  {
    attack: 'T68',
    what: 'limits are not escaped by saying that one is somebody else',
    run: async (site) => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt++) {
        const body = { email: `attack-${attempt}@example.com`, password: 'wrong-password' };
        statuses.push((await signIn(site, body, { 'x-forwarded-for': `198.51.100.${attempt}` })).status);
      }
      return statuses.includes(429) ? [] : ['twelve tries from one address were all heard'];
    },
  },
  {
    attack: 'T67',
    what: 'tries to sign in are counted',
    run: async (site) => {
      const replies: Reply[] = [];
      for (let attempt = 0; attempt < 12; attempt++)
        replies.push(await signIn(site, { email: 'attack-nobody@example.com', password: 'wrong-password' }));
      const refused = replies.find(({ status }) => status === 429);
      if (!refused) return ['twelve tries in a row were all heard'];
      return refused.headers.has('retry-after') ? [] : ['429 without Retry-After'];
    },
  },
  {
    attack: 'T58',
    what: 'a token ends with its session',
    run: async (site) => {
      const headers = { ...origin(site), cookie: site.bob.cookie };
      await site.ask('POST', '/api/auth/sign-out', { body: {}, headers });
      return refusedWith(await site.ask('GET', `/order?email=${site.bob.email}`, { as: site.bob.token }), 401);
    },
  },
];
