// An ERP in a hundred lines that keeps stock in step with the shop, both ways: what the shop sells is taken off here, what
// arrives in the warehouse is added there. It needs a key for tools.read and tools.stock, and a webhook for tool.changed.
import { createServer, type Server } from 'node:http';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
// Made from the shop's own /openapi.json by `npm run types`; elsewhere:
// npx openapi-typescript https://shop.example/openapi.json -o schema.ts
import type { paths } from '../../.cache/openapi/schema.ts';

/** What the ERP knows of a tool. The version rises with every change in the shop. */
interface Stock {
  sku: string | null;
  pieces: number;
  version: number;
}

interface Connection {
  /** Where the shop is. */
  shop: string;
  /** `tbk_…`, for the scopes tools.read and tools.stock. */
  key: string;
  fetch?: (request: Request) => Promise<Response>;
}

interface ToolChanged {
  type: string;
  data: { _id: string; sku?: string; availableQuantity: number; version: number; removed: boolean };
}

export function createErp({ shop, key, fetch }: Connection) {
  const client = createClient<paths>({
    baseUrl: shop,
    headers: { authorization: `Bearer ${key}` },
    ...(fetch ? { fetch } : {}),
  });
  const stock = new Map<string, Stock>();

  /** Messages may come late, twice or in another order: the highest version is the truth. */
  const learn = (id: string, { sku, pieces, version }: Stock): void => {
    const known = stock.get(id);
    if (!known || known.version < version) stock.set(id, { sku, pieces, version });
  };

  /** Reads the whole stock: at the start, and now and then for what was lost on the way. */
  const readAll = async (): Promise<void> => {
    for (let cursor: string | undefined, more = true; more;) {
      const query = { limit: '100', ...(cursor === undefined ? {} : { cursor }) };
      const { data, response } = await client.GET('/tools', { params: { query } });
      if (!data) throw new Error(`the shop answered ${response.status}`);
      for (const { _id, sku, availableQuantity, version } of data)
        learn(_id, { sku: sku ?? null, pieces: availableQuantity, version });
      const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      cursor = next === undefined ? undefined : decodeURIComponent(next);
      more = cursor !== undefined;
    }
  };

  /** Pieces that arrived, or, below 0, that broke. The receipt's number makes a repeat after a lost answer harmless. */
  const book = async (id: string, change: number, receipt: string): Promise<Stock> => {
    const { data, error } = await client.POST('/tool/{id}/stock', {
      params: { path: { id }, header: { 'Idempotency-Key': receipt } },
      body: { change, reason: `Receipt ${receipt}` },
    });
    if (!data) throw new Error(`${error.code}: ${error.message}`);
    learn(id, { sku: stock.get(id)?.sku ?? null, pieces: data.availableQuantity, version: data.version });
    return stock.get(id)!;
  };

  /** Listens for the shop's webhook; what is not signed with the secret changes nothing. */
  const listen = (secret: () => string): Server =>
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        try {
          const headers = request.headers as Record<string, string>;
          const message = new Webhook(secret()).verify(Buffer.concat(chunks).toString(), headers) as ToolChanged;
          if (message.type === 'tool.changed') {
            const { _id, sku, availableQuantity, version, removed } = message.data;
            learn(_id, { sku: sku ?? null, pieces: removed ? 0 : availableQuantity, version });
          }
          response.writeHead(204).end();
        } catch {
          response.writeHead(400).end('not signed by the shop');
        }
      });
    });

  return { stock, readAll, book, listen };
}
