import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How somebody behaves whom the shop calls; `again` says something a hundred times a second until the connection ends. */
type Behaviour = (socket: Socket, again: (what: string) => void) => void;

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Each over plain TCP, after the first bytes of a request. */
export const HOSTILE = {
  'says 101 and waits': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'says 101 and goes': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'says 101 and talks on': (socket, again) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    again('\u0001\u0002');
  },
  'says 100 without end': (_socket, again) => again('HTTP/1.1 100 Continue\r\n\r\n'),
  'says 102 without end': (_socket, again) => again('HTTP/1.1 102 Processing\r\n\r\n'),
  'says 103 without end': (_socket, again) => again('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'says 200 with an upgrade': (socket) =>
    socket.write(`${OK}upgrade: websocket\r\nconnection: upgrade\r\ncontent-length: 9\r\n\r\n`),
  'gives half a body and waits': (socket) => socket.write(`${OK}content-length: 100\r\n\r\n{"half":`),
  'gives half a body and goes': (socket) => socket.end(`${OK}content-length: 100\r\n\r\n{"half":`),
  'gives half a chunk and waits': (socket) => socket.write(`${OK}transfer-encoding: chunked\r\n\r\nff\r\n{"half":`),
  'gives a body a byte at a time': (socket, again) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    again('1\r\n \r\n');
  },
  'gives a body without end': (socket) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  },
  'gives a body that unpacks without end': (socket) => {
    const packed = gzipSync(Buffer.alloc(200_000_000, ' '), { level: 1 });
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
    socket.write(packed);
  },
  'says that it gives a terabyte': (socket) => socket.write(`${OK}content-length: 1000000000000\r\n\r\n{`),
  'gives headers a byte at a time': (socket, again) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    again('x');
  },
  'gives headers without end': (socket, again) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    again('x: y\r\n');
  },
  'speaks garbage': (socket) => socket.write(Buffer.from('\u0000\u0001\u0002 garbage \r\n\r\n\u00ff')),
  'speaks garbage in chunks': (socket) => socket.write(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`),
  'answers twice': (socket) => socket.write(`${OK}content-length: 5\r\n\r\nfirst${OK}content-length: 6\r\n\r\nsecond`),
  'gives two lengths': (socket) => socket.write(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
  'gives 204 with a body': (socket) => socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n'),
  'sends it to itself': (socket) =>
    socket.write('HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  'answers 999': (socket) => socket.write('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'),
  resets: (socket) => socket.resetAndDestroy(),
  'resets in the body': (socket) => {
    socket.write(`${OK}content-length: 100\r\n\r\n{`, () => socket.resetAndDestroy());
  },
  'goes without a word': (socket) => socket.end(),
  'says nothing': () => {},
} as const satisfies Record<string, Behaviour>;

type Hostility = keyof typeof HOSTILE;
export const HOSTILITIES = Object.keys(HOSTILE) as Hostility[];

/** Somebody on a port of this machine who behaves so to whoever calls. */
export interface Hostile {
  port: number;
  url: string;
  close(): Promise<void>;
}

/** @param speaksFirst as a mail server does, before it was asked */
export async function openHostile(behaviour: Behaviour, { speaksFirst = false } = {}): Promise<Hostile> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const timers: NodeJS.Timeout[] = [];
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      for (const timer of timers) clearInterval(timer);
    });
    const behave = () => behaviour(socket, (what) => void timers.push(setInterval(() => socket.write(what), 10)));
    if (speaksFirst) behave();
    else socket.once('data', behave);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
