import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from './config.ts';

/** Whoever was told to stop a moment ago may still have the port. */
const PORT_WAIT_MS = 1_000;
const LOOK_AGAIN_MS = 50;

class PortTaken extends ConfigError {}

/** @throws ConfigError where the shop could not listen, before anything else is opened for nothing */
export async function tryPort({ port, host }: { port: number; host: string }): Promise<void> {
  const began = Date.now();
  for (;;) {
    const probe = createServer();
    try {
      await listen(probe, port, host);
      await new Promise((resolve) => probe.close(resolve));
      return;
    } catch (error) {
      if (!(error instanceof PortTaken) || Date.now() - began > PORT_WAIT_MS) throw error;
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** @returns the port that it got, which matters where 0 was asked. @throws ConfigError that says what to do */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start.`,
        EACCES: `This user may not use port ${port}. Choose one above 1023: PORT=3000 npm start.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      };
      const Refusal = error.code === 'EADDRINUSE' ? PortTaken : ConfigError;
      reject(
        new Refusal([reasons[error.code ?? ''] ?? `The shop cannot listen on ${host}:${port} (${error.message}).`]),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}
