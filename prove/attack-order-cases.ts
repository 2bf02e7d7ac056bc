import { createHmac, randomUUID } from 'node:crypto';
import { type AttackCase, each } from './attack-case.ts';
import { type Site, wishOf } from './attack-site.ts';
import { refusedWith } from './attack-verdict.ts';

const order = (site: Site, more: object) =>
  site.ask('POST', '/order', { as: site.alice.token, body: wishOf(site.tool!, more) });

/** Prices, pieces and payments. */
export const ORDER_CASES: AttackCase[] = [
  {
    attack: 'T15',
    what: "nobody orders in another's name",
    needs: ['tool'],
    unchanged: true,
    run: async (site) => refusedWith(await order(site, { email: site.bob.email }), 403, 'USER_MISMATCH'),
  },
  {
    attack: 'T17',
    what: 'an order is not paid by saying so',
    needs: ['order'],
    unchanged: true,
    run: (site) =>
      each(
        [
          { order: { _id: 'other', paid: true }, transactionId: 'pi_1' },
          { paid: true, transactionId: 'pi_1' },
        ],
        async (body) =>
          refusedWith(await site.ask('PATCH', `/order/${site.orderId}`, { as: site.alice.token, body }), 400),
      ),
  },
  {
    attack: 'T19',
    what: 'orders are listed for one e-mail, the own one, only',
    unchanged: true,
    run: async (site) => {
      const as = site.alice.token;
      const wrong = await each(['', '?email=a@b.co&email=c@d.co', '?email[]=a@b.co'], async (query) =>
        refusedWith(await site.ask('GET', `/order${query}`, { as }), 400, 'VALIDATION_ERROR'),
      );
      const upper = await site.ask('GET', `/order?email=${site.alice.email.toUpperCase()}`, { as });
      return [...wrong, ...(upper.status === 200 ? [] : ['the own e-mail in upper case is not known'])];
    },
  },
  {
    attack: 'T22',
    what: 'the price is the shop’s',
    needs: ['tool'],
    unchanged: true,
    run: async (site) => [
      ...(await each([0.01, 0, -5], async (price) => refusedWith(await order(site, { price }), [400, 409]))),
      ...(await each([1.555, 'ten', null], async (price) => refusedWith(await order(site, { price }), 400))),
    ],
  },
  {
    attack: 'T23',
    what: 'quantities that are none are refused',
    needs: ['tool'],
    unchanged: true,
    run: (site) =>
      each([0, -1, 1.5, '5; drop', 2 ** 53, site.tool!.minOrderQuantity - 1], async (quantity) =>
        refusedWith(await order(site, { quantity }), [400, 422], /VALIDATION_ERROR|BELOW_MINIMUM/),
      ),
  },
  {
    attack: 'T24',
    what: 'nobody orders more than there is',
    needs: ['tool'],
    unchanged: true,
    run: async (site) =>
      refusedWith(await order(site, { quantity: 1_000_000_000 }), [409, 422], /OUT_OF_STOCK|ORDER_TOO_LARGE/),
  },
  {
    attack: 'T33',
    what: 'one key makes one order, and fits no other',
    needs: ['tool'],
    run: async (site) => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = (more = {}) =>
        site.ask('POST', '/order', { as: site.alice.token, body: wishOf(site.tool!, more), headers });
      const replies = await Promise.all(Array.from({ length: 5 }, () => send()));
      const made = new Set(replies.filter(({ status }) => status === 201).map(({ json }) => json['_id']));
      const other = await send({ address: '2 Dock Road' });
      return [
        ...(made.size === 1 ? [] : [`${made.size} orders`]),
        ...replies.filter(({ status }) => ![201, 409].includes(status)).map(({ status }) => `answered ${status}`),
        ...refusedWith(other, 422, 'IDEMPOTENCY_MISMATCH'),
      ];
    },
  },
  {
    attack: 'T34',
    what: 'one order is deleted once',
    needs: ['tool'],
    run: async (site) => {
      const made = await order(site, {});
      if (made.status !== 201) return [`no order: ${made.text}`];
      const path = `/order/${String(made.json['_id'])}`;
      const all = await Promise.all(
        Array.from({ length: 20 }, () => site.ask('DELETE', path, { as: site.alice.token })),
      );
      const count = (status: number) => all.filter((reply) => reply.status === status).length;
      return count(200) === 1 && count(404) === 19 ? [] : [`${count(200)} × 200, ${count(404)} × 404`];
    },
  },
  {
    attack: 'T39',
    what: 'nobody pays less than the order costs',
    needs: ['order'],
    unchanged: true,
    run: async (site) => {
      const pay = (body: object) => site.ask('POST', '/create-payment-intent', { as: site.alice.token, body });
      return [
        ...refusedWith(await pay({ price: 0.01, order: site.orderId }), [400, 409], /PRICE_MISMATCH|VALIDATION_ERROR/),
        ...refusedWith(await pay({ price: 987_654.32 }), 400, 'ORDER_REQUIRED'),
      ];
    },
  },
  {
    attack: 'T40',
    what: "nobody pays another's order",
    needs: ['order'],
    unchanged: true,
    run: async (site) => {
      const body = { order: site.orderId };
      return refusedWith(
        await site.ask('POST', '/create-payment-intent', { as: site.bob.token, body }),
        404,
        'ORDER_NOT_FOUND',
      );
    },
  },
  {
    attack: 'T42',
    what: 'made-up payments pay nothing',
    needs: ['order'],
    unchanged: true,
    run: (site) =>
      each(['pi_fake', "'", { $gt: '' }, 'p'.repeat(1_048_576)], async (transactionId) => {
        const body = { transactionId };
        const reply = await site.ask('PATCH', `/order/${site.orderId}`, { as: site.alice.token, body });
        return refusedWith(reply, [400, 402, 413]);
      }),
  },
  {
    attack: 'T47',
    what: 'events that the card provider did not sign are refused',
    unchanged: true,
    run: (site) => {
      const body = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: {} },
      });
      const now = Math.floor(Date.now() / 1_000);
      const v1 = createHmac('sha256', 'whsec_guess').update(`${now}.${body}`).digest('hex');
      return each(['', 'x', `t=${now},v1=${v1}`, `t=${now - 301},v1=${v1}`, `t=${now},v0=${v1}`], async (signature) =>
        refusedWith(
          await site.ask('POST', '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } }),
          400,
          'INVALID_SIGNATURE',
        ),
      );
    },
  },
];
