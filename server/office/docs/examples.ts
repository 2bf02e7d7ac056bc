/** An example on the page that describes the calls. Each is run by docs.http.test.ts, as it is written here. */
interface Example {
  id: string;
  title: string;
  /** What it shows. */
  says: string;
  language: 'sh' | 'ts';
  code: string;
}

/** In the order of the page; each may use what the ones before it left in the shop's variables. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'find',
    title: 'Find a tool',
    says: 'Public calls need no key. Lists answer arrays; the next page is in the Link header.',
    language: 'sh',
    code: `curl "$SHOP/tool?q=hammer&limit=5"`,
  },
  {
    id: 'price',
    title: 'Ask for a price',
    says: 'With freight and tax for a country, and what is wrong with each line.',
    language: 'sh',
    code: `curl "$SHOP/price" \\
  -H "Content-Type: application/json" \\
  -d '{"lines":[{"toolId":"'"$TOOL"'","quantity":12}],"country":"DE"}'`,
  },
  {
    id: 'order',
    title: 'Place an order',
    says: 'Needs a key for orders.place. The Idempotency-Key makes a repeat after a lost answer harmless.',
    language: 'sh',
    code: `curl "$SHOP/order" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: po-4711" \\
  -d '{"name":"Karim","address":"1 Dock Road","phone":"+8801712345678","purchaseOrder":"4711",
       "lines":[{"toolId":"'"$TOOL"'","quantity":12}]}'`,
  },
  {
    id: 'stock',
    title: 'Book what arrived',
    says: 'Needs a key for tools.stock. It is a difference, so sales made meanwhile are not undone.',
    language: 'sh',
    code: `curl "$SHOP/tool/$TOOL/stock" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: receipt-77" \\
  -d '{"change":500,"reason":"Receipt 77"}'`,
  },
  {
    id: 'client',
    title: 'The same with types',
    says: 'Made from the description by: npx openapi-typescript $SHOP/openapi.json -o schema.ts',
    language: 'ts',
    code: `import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const client = createClient<paths>({
  baseUrl: process.env.SHOP,
  headers: { authorization: \`Bearer \${process.env.KEY}\` },
});
const { data: tools } = await client.GET('/tools', { params: { query: { q: 'hammer' } } });
for (const tool of tools ?? []) console.log(tool.sku, tool.availableQuantity);

const [wanted] = tools ?? [];
const { data: order, error } = await client.POST('/order', {
  body: {
    name: 'Karim',
    address: '1 Dock Road',
    phone: '+8801712345678',
    toolId: wanted?._id,
    quantity: wanted?.minOrderQuantity ?? 1,
  },
});
console.log(order?.number ?? error?.code);`,
  },
  {
    id: 'webhook',
    title: 'Take a webhook',
    says: 'By the Standard Webhooks specification: verify the body as it came, answer 2xx within 15 seconds, and mind that a message can come twice, with the same webhook-id.',
    language: 'ts',
    code: `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  try {
    const message = webhook.verify(body, request.headers as Record<string, string>) as { type: string };
    console.log(message.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT));`,
  },
];
