import { createServer, type Server as NetServer } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { sayIn } from '#server/engine/words/say.ts';
import { letter } from './letter.ts';
import type { Letter } from './sender.ts';
import { createMail } from './mail.ts';
import { clearOldLetters } from './old-letters.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = { AUTH_SECRET: 'x'.repeat(32) };
const config = readConfig(secrets);
const hello: Letter = {
  to: 'alice@tradebench.test',
  about: 'order',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.raw('delete from mails'));
afterAll(() => database.close());

const states = () =>
  database.raw<{ sent: boolean; failed: boolean; attempts: number }>(
    'select sent_at is not null as sent, failed_at is not null as failed, attempts from mails',
  );

test('a letter waits for the commit of its action and goes with a rollback', async () => {
  const sent: string[] = [];
  const mail = createMail({ config, database, log }, { email: async ({ to }) => void sent.push(to) });
  const undone = transaction(database, async (tx) => {
    await mail.queue(tx, hello);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await mail.sendDue();
  expect(sent).toEqual([]);
  await transaction(database, (tx) => mail.queue(tx, hello));
  await mail.sendDue();
  expect(sent).toEqual(['alice@tradebench.test']);
  expect(await states()).toEqual([{ sent: true, failed: false, attempts: 1 }]);
});

test('a letter that was not taken is tried again, with longer and longer pauses, for a day (docs/operations.md)', async () => {
  const mail = createMail(
    { config, database, log },
    {
      email: async () => {
        throw new Error('down');
      },
    },
  );
  await mail.send(hello);
  const pauses: number[] = [];
  /** Lets time pass for the letter: its age and its next attempt move back together. */
  const pass = (seconds: number) =>
    database.raw(
      `update mails set created_at = created_at - make_interval(secs => $1), next_attempt_at = next_attempt_at - make_interval(secs => $1)`,
      [seconds],
    );
  for (;;) {
    await mail.sendDue();
    await mail.sendDue();
    const [row] = await database.raw<{ pause: number; failed: boolean }>(
      'select round(extract(epoch from next_attempt_at - now()))::int as pause, failed_at is not null as failed from mails',
    );
    if (row!.failed) break;
    pauses.push(row!.pause);
    await pass(row!.pause + 1);
  }
  expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(26);
});

const bodies = () =>
  database.raw<{ text: string; html: string; failed: boolean }>(
    'select text, html, failed_at is not null as failed from mails order by subject',
  );

test('a letter whose link is good no more loses its body, sent or not, and is not sent after that', async () => {
  const sent: string[] = [];
  const inMailbox = createMail({ config, database, log });
  await inMailbox.send({ ...hello, subject: '1', goodForSeconds: 60 });
  await inMailbox.send({ ...hello, subject: '2' });
  const leaving = createMail({ config, database, log }, { email: async ({ subject }) => void sent.push(subject) });
  await transaction(database, async (tx) => {
    await leaving.queue(tx, { ...hello, subject: '3', goodForSeconds: 60 });
    await tx.execute(`update mails set good_until = now() - interval '1 second' where good_until is not null`);
  });
  await leaving.sendDue();
  await clearOldLetters(database);
  expect(sent).toEqual([]);
  expect(await bodies()).toEqual([
    { text: '', html: '', failed: false },
    { text: 'Hello', html: '<p>Hello</p>', failed: false },
    { text: '', html: '', failed: true },
  ]);
});

test('a link that was handed to the mail server is not kept', async () => {
  const sent: string[] = [];
  const mail = createMail({ config, database, log }, { email: async ({ text }) => void sent.push(text) });
  await mail.send({ ...hello, subject: '1', goodForSeconds: 60 });
  await mail.send({ ...hello, subject: '2' });
  await mail.sendDue();
  expect(sent).toEqual(['Hello', 'Hello']);
  expect((await bodies()).map(({ text }) => text)).toEqual(['', 'Hello']);
});

test('letters that were sent or given up long ago are removed', async () => {
  const mail = createMail({ config, database, log });
  for (const subject of ['sent', 'given up', 'waiting', 'young']) await mail.send({ ...hello, subject });
  await database.raw(`update mails set created_at = now() - interval '91 days' where subject <> 'young'`);
  await database.raw(`update mails set sent_at = null, failed_at = case when subject = 'given up' then now() end
    where subject in ('given up', 'waiting')`);
  await clearOldLetters(database);
  const left = await database.raw<{ subject: string }>('select subject from mails order by subject');
  expect(left.map(({ subject }) => subject)).toEqual(['waiting', 'young']);
});

test('a letter to nobody who has an account is forgotten after a day, with its address', async () => {
  const mail = createMail({ config, database, log });
  for (const subject of ['old', 'waiting', 'young']) await mail.send({ ...hello, subject });
  await database.raw(`update mails set sent_at = case when subject <> 'waiting' then now() end,
    created_at = now() - case when subject = 'young' then interval '23 hours' else interval '25 hours' end`);
  await clearOldLetters(database);
  const left = await database.raw<{ subject: string }>('select subject from mails order by subject');
  expect(left.map(({ subject }) => subject)).toEqual(['waiting', 'young']);
});

test.each([
  ['RCPT TO', '550 5.1.1 <alice@tradebench.test>: no such user', true],
  ['RCPT TO', '450 4.2.1 alice@tradebench.test is over quota', false],
  ['MAIL FROM', '530 5.7.0 authentication required', false],
  ['MAIL FROM', '553 5.1.8 not this sender', true],
  ['DATA', '554 5.7.1 refused by alice@tradebench.test', true],
  ['DATA', '451 4.3.0 try again', false],
] as const)(
  'a mail server that answers %s with %s: given up %s, and nobody is named in the log',
  async (command, reply, final) => {
    const said: unknown[] = [];
    const server = fakeSmtp([], { [command]: reply });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const smtp = readConfig({ ...secrets, SMTP_URL: `smtp://127.0.0.1:${port}` });
    const mail = createMail({ config: smtp, database, log: { ...log, warn: (...words) => void said.push(words) } });
    await mail.send(hello);
    await mail.sendDue();
    server.close();
    expect(await states()).toEqual([{ sent: false, failed: final, attempts: 1 }]);
    const facts = {
      command,
      reply: Number(reply.slice(0, 3)),
      enhanced: reply.slice(4, 9),
      refused: final,
      attempt: 1,
    };
    expect(said).toEqual([[expect.objectContaining(facts), expect.any(String)]]);
    expect(JSON.stringify(said)).not.toMatch(/alice|tradebench\.test/);
  },
);

test('without a mail server a letter is in the mailbox at once', async () => {
  await createMail({ config, database, log }).send(hello);
  expect(await states()).toEqual([{ sent: true, failed: false, attempts: 0 }]);
});

test('a name with line breaks and tags stays one header and text (attacks T82)', async () => {
  const name = 'Eve\r\nBcc: all@shop.example\r\n\r\n<script>alert(1)</script>';
  const received: string[] = [];
  const server = fakeSmtp(received);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const smtp = readConfig({ ...secrets, SMTP_URL: `smtp://127.0.0.1:${port}` });
  const mail = createMail({ config: smtp, database, log });
  await mail.send(
    letter({
      say: sayIn('en'),
      to: 'alice@tradebench.test',
      about: 'order',
      subject: `A word from ${name}`,
      from: 'Tradebench',
      heading: `Hello ${name}`,
      paragraphs: [name],
      reason: 'Because.',
    }),
  );
  await mail.sendDue();
  server.close();
  const [message = ''] = received;
  const [headers = '', ...body] = message.split('\r\n\r\n');
  expect(headers).toMatch(/^Subject: A word from Eve Bcc:/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  // So that no holiday notice answers it (RFC 3834).
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/im);
  expect(body.join('\n')).toContain('&#60;script&#62;');
  expect(body.join('\n').split('text/html')[1]).not.toContain('<script>');
});

test.each([
  ['', 'Acme Bcc: eve <no-reply@'],
  ['Orders <orders@shop.example>', 'Orders <orders@shop.example>'],
])('letters come from whom MAIL_FROM=%s names, else from the company as its owner calls it', async (from, expected) => {
  const received: string[] = [];
  const server = fakeSmtp(received);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const smtp = readConfig({ ...secrets, MAIL_FROM: from, SMTP_URL: `smtp://127.0.0.1:${port}` });
  const writer = async () => ({ name: 'Acme\r\nBcc: eve', logo: null });
  const mail = createMail({ config: smtp, database, log, writer });
  await mail.send(hello);
  await mail.sendDue();
  server.close();
  const line = /^From: (.*)$/m.exec(received[0] ?? '')?.[1]?.replaceAll('"', '');
  expect(line).toContain(expected);
});

test('a telephone number gets an SMS from the provider', async () => {
  const calls: { authorization: string | undefined; body: unknown }[] = [];
  const server = createHttpServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      calls.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(calls.length === 1 ? 503 : 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sms = readConfig({
    ...secrets,
    SMS_URL: `http://127.0.0.1:${port}/`,
    SMS_TOKEN: 'key',
    SMS_FROM: 'Tradebench',
  });
  const mail = createMail({ config: sms, database, log });
  await mail.send({ ...hello, to: '+8801712345678', text: '123456 is your code' });
  await mail.sendDue();
  await database.raw('update mails set next_attempt_at = now()');
  await mail.sendDue();
  server.close();
  const call = {
    authorization: 'Bearer key',
    body: { from: 'Tradebench', to: '+8801712345678', text: '123456 is your code' },
  };
  expect(calls).toEqual([call, call]);
  expect(await states()).toEqual([{ sent: true, failed: false, attempts: 2 }]);
});

const stranger: Letter = { ...hello, to: 'stranger@tradebench.test' };

test.each([
  ['access', 60],
  ['security', 50],
  ['order', 10],
  ['staff', 30],
  ['news', 10],
] as const)(
  'a stranger’s address gets letters about %s %i times in a day, and all others go on',
  async (about, most) => {
    const mail = createMail({ config, database, log });
    for (let sent = 0; sent < most + 5; sent++) await mail.send({ ...stranger, about });
    expect(await states()).toHaveLength(most);
    for (const other of ['access', 'security', 'order', 'staff', 'news'] as const) {
      if (other !== about) await mail.send({ ...stranger, about: other });
    }
    await mail.send({ ...hello, about, to: 'bob@tradebench.test' });
    expect(await states()).toHaveLength(most + 5);
    await database.raw(`update mails set created_at = created_at - interval '25 hours'`);
    await mail.send({ ...stranger, about });
    expect(await states()).toHaveLength(most + 6);
  },
);

test('a proved address gets a letter about each of three hundred orders', async () => {
  await database.raw(
    `insert into users (id, name, email, email_verified) values ('dora', 'Dora', 'dora@tradebench.test', true)`,
  );
  const mail = createMail({ config, database, log });
  await transaction(database, async (tx) => {
    for (let sent = 0; sent < 310; sent++) await mail.queue(tx, { ...hello, to: 'dora@tradebench.test' });
  });
  expect(await states()).toHaveLength(300);
});

test('letters that are queued together count towards the day of their address one by one', async () => {
  const mail = createMail({ config, database, log });
  await mail.send(stranger);
  await transaction(database, (tx) =>
    mail.queue(tx, ...Array.from({ length: 12 }, () => stranger), { ...stranger, about: 'news' }, hello),
  );
  const sent = await database.raw<{ to: string; about: string; count: number }>(
    'select "to", about, count(*)::int from mails group by 1, 2 order by count desc, about',
  );
  expect(sent).toEqual([
    { to: stranger.to, about: 'order', count: 10 },
    { to: stranger.to, about: 'news', count: 1 },
    { to: hello.to, about: hello.about, count: 1 },
  ]);
});

test('a letter that a clock running ahead put off is sent once it was set right', async () => {
  const sent: string[] = [];
  const mail = createMail({ config, database, log }, { email: async ({ to }) => void sent.push(to) });
  await transaction(database, async (tx) => {
    await mail.queue(tx, hello);
    await tx.execute(`update mails set next_attempt_at = now() + interval '3 days'`);
  });
  await mail.sendDue();
  expect(sent).toEqual([hello.to]);
});

/** As much of SMTP as one message needs; `replies` are given in place of its own, to a message's text under `DATA`. */
function fakeSmtp(received: string[], replies: Record<string, string> = {}): NetServer {
  return createServer((socket) => {
    let data: string[] | null = null;
    socket.write('220 test\r\n');
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split(/(?<=\r\n)/)) {
        if (data) {
          if (line === '.\r\n') {
            received.push(data.join(''));
            data = null;
            socket.write(`${replies['DATA'] ?? '250 ok'}\r\n`);
          } else data.push(line);
        } else if (line.startsWith('DATA')) {
          data = [];
          socket.write('354 go\r\n');
        } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else {
          const command = Object.keys(replies).find((name) => name !== 'DATA' && line.startsWith(name));
          socket.write(`${command ? replies[command] : '250 ok'}\r\n`);
        }
      }
    });
  });
}
