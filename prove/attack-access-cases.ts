import {
  callsOfStaff,
  callsOfTheOwner,
  callsOfTheSignedIn,
  NO_TOKENS,
} from '#server/engine/http/access-cases-for-tests.ts';
import { admin, type AttackCase, each, named, withoutIds } from './attack-case.ts';
import { MISSING_ORDER } from './attack-site.ts';
import { refusedWith } from './attack-verdict.ts';

const NEW_TOOL = { name: 'Attack proof', description: 'x', price: 1, availableQuantity: 0, minOrderQuantity: 1 };

/** Who may call what. */
export const ACCESS_CASES: AttackCase[] = [
  {
    attack: 'T10',
    what: 'every call of the signed-in is refused to all others',
    unchanged: true,
    run: (site) =>
      each(callsOfTheSignedIn(site.bob.email), ({ name, method, path, body }) =>
        each(NO_TOKENS, async ([what, headers]) =>
          named(`${name}, ${what}`, refusedWith(await site.ask(method, path, { body, headers }), 401)),
        ),
      ),
  },
  {
    attack: 'T11',
    what: 'every call of admins is refused to a customer',
    unchanged: true,
    run: (site) =>
      each(callsOfStaff(site.bob.email), async ({ name, method, path, body }) =>
        named(name, refusedWith(await site.ask(method, path, { as: site.alice.token, body }), 403, 'FORBIDDEN')),
      ),
  },
  {
    attack: 'T12',
    what: "another's e-mail is forbidden, another's order is as if it were not there",
    needs: ['order'],
    unchanged: true,
    run: async (site) => {
      const callers = [site.bob.token, ...(site.admin ? [site.admin.token] : [])];
      const emails = await each(callsOfTheOwner(site.alice.email), ({ name, method, path, body }) =>
        each(callers, async (as) => named(name, refusedWith(await site.ask(method, path, { as, body }), 403))),
      );
      const orders = await each(['GET', 'PATCH', 'DELETE'], async (method) => {
        const body = method === 'PATCH' ? { transactionId: 'pi_1' } : undefined;
        const theirs = await site.ask(method, `/order/${site.orderId}`, { as: site.bob.token, body });
        const missing = await site.ask(method, MISSING_ORDER, { as: site.bob.token, body });
        const same = withoutIds(theirs) === withoutIds(missing) ? [] : [`${method} tells another's order from none`];
        return [...refusedWith(theirs, 404), ...same];
      });
      return [...emails, ...orders];
    },
  },
  {
    attack: 'T21',
    what: 'lists tell of nobody more than they must',
    unchanged: true,
    run: async (site) => {
      const reviews = (await site.ask('GET', '/review')).text;
      const users = site.admin ? (await admin(site, 'GET', '/user')).text : '';
      return [
        ...(/"(email|userId)"/.test(reviews) ? ['reviews tell whose they are'] : []),
        ...(/password|hash|token|secret|session|otp|salt/i.test(users) ? ['users come with secrets'] : []),
      ];
    },
  },
  {
    attack: 'T29',
    what: 'tools that cannot be are refused',
    needs: ['admin'],
    unchanged: true,
    run: (site) =>
      each(
        [{ price: -1 }, { price: 1e12 }, { price: '12abc' }, { minOrderQuantity: 0 }, { availableQuantity: -1 }],
        async (more) =>
          refusedWith(await admin(site, 'POST', '/tool', { ...NEW_TOOL, image: '/pictures/a.webp', ...more }), 400),
      ),
  },
  {
    attack: 'T77',
    what: 'addresses of pictures that are none are refused',
    needs: ['admin'],
    unchanged: true,
    run: (site) =>
      each(
        [
          'javascript:alert(1)',
          'data:text/html,x',
          '//evil',
          'http://a.co/x.png',
          'https://u:p@h/x',
          '\u0001javascript:',
        ],
        async (image) =>
          refusedWith(await admin(site, 'POST', '/tool', { ...NEW_TOOL, image }), 400, 'INVALID_IMAGE_URL'),
      ),
  },
  {
    attack: 'T94',
    what: 'an admin cannot remove themselves',
    needs: ['admin'],
    unchanged: true,
    run: async (site) => {
      const users = (await admin(site, 'GET', '/user?limit=100')).json as unknown as { _id: string; email: string }[];
      const me = users.find(({ email }) => email === site.admin!.email);
      if (!me) return ['the admin is not in the list of users'];
      return refusedWith(await admin(site, 'DELETE', `/user/${me._id}`), 400, 'CANNOT_REMOVE_SELF');
    },
  },
];
