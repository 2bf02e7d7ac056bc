import { createServer, type Server as NetServer } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { transaction } from '#server/db/transaction.ts';
import { escapeHtml, letter } from './letter.ts';
import { createMail, type Letter } from './mail.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const secrets = { AUTH_SECRET: 'x'.repeat(32) };
const config = readConfig(secrets);
const hello: Letter = { to: 'alice@tradebench.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
  await migrate(database);
});
beforeEach(() => database.raw('delete from mails'));
afterAll(() => database.close());

const states = () =>
  database.raw<{ sent: boolean; failed: boolean; attempts: number }>(
    'select sent_at is not null as sent, failed_at is not null as failed, attempts from mails',
  );

test('a letter waits for the commit of its deed and goes with a rollback', async () => {
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

test('a letter that was not taken is tried again later, and given up in the end', async () => {
  const mail = createMail(
    { config, database, log },
    {
      email: async () => {
        throw new Error('down');
      },
    },
  );
  await mail.send(hello);
  for (let attempt = 1; attempt <= 8; attempt++) {
    await mail.sendDue();
    await mail.sendDue();
    const [state] = await states();
    expect(state).toEqual({ sent: false, failed: attempt === 8, attempts: attempt });
    await database.raw('update mails set next_attempt_at = now()');
  }
});

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
  await mail.send({
    to: 'alice@tradebench.test',
    subject: `A word from ${name}`,
    ...letter({ from: 'Tradebench', heading: `Hello ${name}`, paragraphs: [name], reason: 'Because.' }),
  });
  await mail.sendDue();
  server.close();
  const [message = ''] = received;
  const [headers = '', ...body] = message.split('\r\n\r\n');
  expect(headers).toMatch(/^Subject: A word from Eve Bcc:/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(body.join('\n')).toContain('&#60;script&#62;');
  expect(body.join('\n').split('text/html')[1]).not.toContain('<script>');
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

test('nothing that is put into a letter becomes markup', () => {
  expect(escapeHtml(`<a href="x" onclick='y'>&`)).toBe('&#60;a href=&#34;x&#34; onclick=&#39;y&#39;&#62;&#38;');
});

/** As much of SMTP as one message needs. */
function fakeSmtp(received: string[]): NetServer {
  return createServer((socket) => {
    let data: string[] | null = null;
    socket.write('220 test\r\n');
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split(/(?<=\r\n)/)) {
        if (data) {
          if (line === '.\r\n') {
            received.push(data.join(''));
            data = null;
            socket.write('250 ok\r\n');
          } else data.push(line);
        } else if (line.startsWith('DATA')) {
          data = [];
          socket.write('354 go\r\n');
        } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
}
