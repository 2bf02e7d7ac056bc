import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeApiKey } from '#contract/office/api-keys.ts';
import type { WebhookWithSecret } from '#contract/office/webhooks.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createErp } from '../../../examples/erp/erp.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { WEBHOOK_HOSTS: '127.0.0.1' });
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

it('the example of an ERP keeps stock in step, both ways', async () => {
  const tool = await shop.tool({ name: 'Kept plane', sku: 'KP-1', availableQuantity: 40 });
  const asked = { name: 'ERP', scopes: ['tools.read', 'tools.stock'] };
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: asked });
  const { key } = (await made.json()) as MadeApiKey;
  const erp = createErp({ shop: 'http://shop.test', key, fetch: (request) => shop.app.fetch(request) });

  let secret = '';
  const server = erp.listen(() => secret);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const body = { url, events: ['tool.changed'] };
    const listening = await shop.call('POST', '/webhook', { as: ada.token, body });
    secret = ((await listening.json()) as WebhookWithSecret).secret;

    await erp.readAll();
    expect(erp.stock.size).toBeGreaterThan(20);
    expect(erp.stock.get(tool._id)).toMatchObject({ sku: 'KP-1', pieces: 40 });

    // A sale in the shop is taken off in the ERP.
    const alice = await shop.person('Alice');
    await shop.order(alice.token, tool, 15);
    await expect.poll(() => erp.stock.get(tool._id)?.pieces, { timeout: 15_000 }).toBe(25);

    // What arrives in the warehouse can be sold in the shop; a receipt that is booked twice counts once.
    expect(await erp.book(tool._id, 500, 'R-77')).toMatchObject({ pieces: 525 });
    await erp.book(tool._id, 500, 'R-77');
    const shown = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as { availableQuantity: number };
    expect(shown.availableQuantity).toBe(525);

    // Somebody who does not know the secret changes nothing.
    const forged = JSON.stringify({
      type: 'tool.changed',
      data: { _id: tool._id, availableQuantity: 0, version: 999 },
    });
    expect((await fetch(url, { method: 'POST', body: forged })).status).toBe(400);
    expect(erp.stock.get(tool._id)?.pieces).toBe(525);

    // What was lost on the way is found by reading it all.
    erp.stock.clear();
    await erp.readAll();
    expect(erp.stock.get(tool._id)?.pieces).toBe(525);
    await expect(erp.book(tool._id, -1_000, 'R-78')).rejects.toThrow('OUT_OF_STOCK');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('starts by one command and says what is in stock', async () => {
  const tool = await shop.tool({ name: 'Told plane', sku: 'TP-1', availableQuantity: 40 });
  const asked = { name: 'Started', scopes: ['tools.read', 'tools.stock'] };
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: asked });
  const { key } = (await made.json()) as MadeApiKey;
  const server = serve({ fetch: (request: Request) => shop.app.fetch(request), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started = spawn(process.execPath, ['scripts/run.mjs', 'examples/erp/main.ts'], {
    env: { SHOP: `http://127.0.0.1:${port}`, KEY: key },
  });
  try {
    let said = '';
    for await (const chunk of started.stdout) {
      said += String(chunk);
      if (said.includes('tools are known')) break;
    }
    expect(said).toContain(`TP-1: ${tool.availableQuantity}`);
  } finally {
    started.kill();
    server.close();
  }
});
