import type { openHostile } from '#server/engine/outside/hostile-for-tests.ts';

type Behaviour = Parameters<typeof openHostile>[0];

const GREETING = '220 mail\r\n';

/** How a mail server behaves that is none; each speaks first. */
export const HOSTILE_MAIL = {
  'says nothing': () => {},
  'goes without a word': (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
  'speaks garbage': (socket) => socket.write(Buffer.from('\u0000\u0001\u00ff\r\n')),
  'speaks HTTP': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
  'greets a byte at a time': (socket, again) => {
    socket.write('220 ');
    again('x');
  },
  'greets in lines without end': (_socket, again) => again('220-mail\r\n'),
  'greets and says nothing more': (socket) => socket.write(GREETING),
  'answers in lines without end': (socket, again) => {
    socket.write(GREETING);
    again('250-SIZE\r\n');
  },
  'says yes without being asked': (socket, again) => {
    socket.write(GREETING);
    again('250 yes\r\n');
  },
  'offers TLS and speaks garbage': (socket) => {
    socket.write(GREETING);
    socket.on('data', (said) =>
      socket.write(said.includes('STARTTLS') ? '220 go\r\n\u0000\u0001' : '250 STARTTLS\r\n'),
    );
  },
  'takes all and never says so': (socket) => {
    socket.write(GREETING);
    socket.on('data', (said) => {
      if (said.includes('DATA')) socket.write('354 go\r\n');
      else if (/^(?:EHLO|MAIL|RCPT)/.test(said.toString())) socket.write('250 ok\r\n');
    });
  },
} as const satisfies Record<string, Behaviour>;
