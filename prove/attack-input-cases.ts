import { connect, type Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { type AttackCase, each, named } from './attack-case.ts';
import type { Site } from './attack-site.ts';
import { refusedWith, unprotected } from './attack-verdict.ts';

/** Sends raw bytes and tells after how many ms the shop closed the connection; Infinity where it did not in time. */
function closedAfter(site: Site, bytes: string, withinMs: number): Promise<number> {
  const { hostname, port, protocol } = new URL(site.url);
  const https = protocol === 'https:';
  const began = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = https
      ? secureConnect({ host: hostname, port: Number(port || 443), servername: hostname }, () => socket.write(bytes))
      : connect(Number(port || 80), hostname, () => socket.write(bytes));
    const drip = setInterval(() => socket.write('x'), 5_000);
    const end = (ms: number) => {
      clearInterval(drip);
      clearTimeout(deadline);
      socket.destroy();
      resolve(ms);
    };
    const deadline = setTimeout(() => end(Number.POSITIVE_INFINITY), withinMs);
    socket.on('error', () => {});
    socket.resume().on('close', () => end(performance.now() - began));
  });
}

const HOSTILE = [`'; drop table tools; --`, '{"$ne":1}', '1 OR 1=1', '%00', '../../etc/passwd', '$where'];

/** What is sent in, and what comes with every answer. */
export const INPUT_CASES: AttackCase[] = [
  {
    attack: 'T72',
    what: 'bodies that are more than a shop needs are refused',
    unchanged: true,
    run: (site) => {
      const send = (body: string, headers = {}) => site.ask('POST', '/review', { as: site.alice.token, body, headers });
      return each(
        [
          [() => send(JSON.stringify({ review: 'x'.repeat(1_048_577), rating: 5 })), 413],
          [() => send(`{"review":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 400],
          [() => send('{"rating":1,"rating":2,"review":"x"}'), 400],
          [() => send('{"review":"x","rating":5}', { 'content-type': 'text/plain' }), 415],
          [() => send('{"review":"x","rating":5}', { 'content-type': 'application/json; charset=utf-16' }), 415],
          [() => send('{"review":'), 400],
        ] as const,
        async ([call, status]) => refusedWith(await call(), status),
      );
    },
  },
  {
    attack: 'T73',
    what: 'NUL and half characters are refused',
    unchanged: true,
    run: (site) =>
      each(['a\0b', '\ud800'], async (review) =>
        refusedWith(await site.ask('POST', '/review', { as: site.alice.token, body: { review, rating: 5 } }), 400),
      ),
  },
  {
    attack: 'T74',
    what: 'queries in paths and fields find nothing',
    unchanged: true,
    run: (site) =>
      each(HOSTILE, async (text) => {
        const path = encodeURIComponent(text);
        return named(text, [
          ...refusedWith(await site.ask('GET', `/tool/${path}`), [400, 404]),
          ...refusedWith(await site.ask('GET', `/order/${path}`, { as: site.alice.token }), [400, 404]),
        ]);
      }),
  },
  {
    attack: 'T79',
    what: 'ratings and reviews out of bounds are refused',
    unchanged: true,
    run: (site) =>
      each([{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: null }, { rating: 5, review: '' }], async (body) =>
        refusedWith(await site.ask('POST', '/review', { as: site.alice.token, body: { review: 'x', ...body } }), 400),
      ),
  },
  {
    attack: 'T81',
    what: 'no file of the machine is served',
    unchanged: true,
    run: (site) =>
      each(
        [
          '/..%2f.env',
          '/.env',
          '/.git/config',
          '/%2e%2e/package.json',
          '/assets/..%5c..%5cpackage.json',
          '/package.json',
          '/metrics',
        ],
        async (path) => {
          const { status, text } = await site.ask('GET', path);
          return status === 404 && !/"dependencies"|\[core\]|SECRET=/.test(text) ? [] : [`${path}: ${status}`];
        },
      ),
  },
  {
    attack: 'T84',
    what: 'no other origin reads an answer',
    unchanged: true,
    run: (site) =>
      each(['https://evil.example', 'null', `${new URL(site.url).origin}.evil.example`], (from) =>
        each(['/tool', '/', '/order', '/api/auth/get-session'], async (path) => {
          const { headers } = await site.ask('GET', path, { headers: { origin: from } });
          const allowed = headers.get('access-control-allow-origin');
          return allowed === null ? [] : [`${path} allows ${allowed}`];
        }),
      ),
  },
  {
    attack: 'T85',
    what: 'every answer carries the protective headers',
    unchanged: true,
    run: async (site) => {
      const https = site.url.startsWith('https:');
      const paths = [
        '/',
        '/products',
        '/login',
        '/nothing-here',
        '/about/',
        '/tool',
        '/order',
        '/tool/x/y',
        '/healthz',
      ];
      const more = ['/robots.txt', '/api/auth/get-session', '/api/auth/nothing', '/uploads/none.webp', '/favicon.ico'];
      const wrong = await each([...paths, ...more], async (path) =>
        named(path, unprotected(await site.ask('GET', path), { https })),
      );
      const verb = named('405', unprotected(await site.ask('DELETE', '/review'), { https }));
      const pay = await site.ask('GET', '/dashboard/payment/x');
      const mine = await site.ask('GET', `/order?email=${site.alice.email}`, { as: site.alice.token });
      const kept = mine.headers.get('cache-control') === 'no-store' ? [] : ['orders may be kept'];
      return [...wrong, ...verb, ...named('payment page', unprotected(pay, { https, takesCards: true })), ...kept];
    },
  },
  {
    attack: 'T99',
    what: 'who sends headers or a body drop by drop is given up after 10 and 30 s',
    unchanged: true,
    run: async (site) => {
      const [headers, body] = await Promise.all([
        closedAfter(site, 'GET /tool HTTP/1.1\r\nHost: x\r\nX-Slow: ', 20_000),
        closedAfter(
          site,
          `POST /review HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`,
          45_000,
        ),
      ]);
      return [
        ...(headers < 20_000 ? [] : ['headers were waited for longer than 20 s']),
        ...(body < 45_000 ? [] : ['a body was waited for longer than 45 s']),
      ];
    },
  },
  {
    attack: 'T106',
    what: 'a shop on https has no stand-in of the demo',
    needs: ['https'],
    unchanged: true,
    run: (site) =>
      each(['/sandbox/stripe', '/sandbox/google/authorize', '/demo/mailbox'], async (path) => {
        const { status } = await site.ask('GET', path);
        return status === 404 ? [] : [`${path}: ${status}`];
      }),
  },
];
