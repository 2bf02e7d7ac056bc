import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import { overDatabase } from '#sandbox/over-database.ts';
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/stripe-sandbox.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';

export const SECRET_KEY = 'sk_test_proof';
export const PUBLISHABLE_KEY = 'pk_test_proof';
export const WEBHOOK_SECRET = 'whsec_proof';

/** A card provider of its own, with its own database, that outlives the shop's processes. */
export interface ProviderHost {
  url: string;
  sandbox: StripeSandbox;
  database: Database;
  /** What a shop needs to be told to use it. */
  settings: Record<string, string>;
  /** What a buyer's browser does with the client secret; answers the status, or the message of a refusal. */
  pay(clientSecret: string, card: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param webhookUrl where events go, over HTTP */
export async function startProvider(databaseUrl: string, port: number, webhookUrl: string): Promise<ProviderHost> {
  const database = await openDatabase({ url: databaseUrl });
  const sandbox = createStripeSandbox({
    db: overDatabase(database),
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl,
    deliver: (request) => fetch(request),
  });
  await sandbox.start();
  const server = createAdaptorServer({
    async fetch(request, { incoming }) {
      const answer = await sandbox.fetch(request);
      try {
        return new Response(await answer.arrayBuffer(), answer);
      } catch {
        // The fault "cut": what was done is done, and the answer never comes.
        incoming.socket.destroy();
        return new Response(null, { status: 500 });
      }
    },
  }) as Server;
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    sandbox,
    database,
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
    },
    async pay(clientSecret, card) {
      const id = clientSecret.split('_secret_')[0];
      const answer = await fetch(`${url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${PUBLISHABLE_KEY}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
      });
      const body = (await answer.json()) as { status?: string; error?: { code?: string } };
      return body.status ?? body.error?.code ?? 'failed';
    },
    async stop() {
      await sandbox.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}
