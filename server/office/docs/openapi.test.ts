import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/office/webhooks.ts';
import { routes } from '#contract/routes.ts';
import { describe } from './openapi.ts';

interface Operation {
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, { name?: string }> };
}

const descriptionFor = async (baseUrl: string) => (await describe(baseUrl)) as unknown as Description;

it('passes the recommended rules of a linter that others use', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(await describe('https://shop.example'));
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  // The specification names these paths, and the router takes the one that is written out first.
  const said = problems
    .filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
  expect(said).toEqual([]);
  const ambiguous = problems.filter(({ ruleId }) => ruleId === 'no-ambiguous-paths');
  expect(ambiguous.map(({ message }) => message).filter((text) => !text.includes('/user/{email}/'))).toEqual([]);
});

it('says every path once, with every call of the table', async () => {
  const { paths } = await descriptionFor('https://shop.example');
  const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(shapes.length).toBe(new Set(shapes).size);
  expect(Object.values(paths).flatMap((each) => Object.keys(each))).toHaveLength(Object.keys(routes).length);
});

it('puts every call under the heading of its table', async () => {
  const { paths } = await descriptionFor('https://shop.example');
  const tagsOf = (path: string) => paths[path]?.['get']?.tags;
  expect(tagsOf('/my-list')).toEqual(['Pricing']);
  expect(tagsOf('/my-address')).toEqual(['People']);
  expect(tagsOf('/figures')).toEqual(['Records']);
  expect(tagsOf('/healthz')).toEqual(['Shop']);
});

it('names the cookie that identity sets', async () => {
  const nameFor = async (baseUrl: string) =>
    (await descriptionFor(baseUrl)).components.securitySchemes['session']?.name;
  expect(await nameFor('https://shop.example')).toBe('__Host-tradebench.session_token');
  expect(await nameFor('http://localhost:3000')).toBe('tradebench.session_token');
});

it('describes the webhook with its body and its signature, and 304 for what may be cached', async () => {
  const { paths } = await descriptionFor('https://shop.example');
  const webhook = paths['/webhooks/stripe']?.['post'];
  expect(webhook?.security).toEqual([{ signature: [] }]);
  expect(webhook?.requestBody?.content).toHaveProperty('application/json');
  expect(paths['/tool']?.['get']?.responses).toHaveProperty('304');
  expect(paths['/order']?.['get']?.responses).not.toHaveProperty('304');
});

it('says of every call that what it does not take is refused', async () => {
  const { paths } = await descriptionFor('https://shop.example');
  const silent = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { responses }]) => !responses['400']?.description.includes('VALIDATION_ERROR'))
      .map(([method]) => `${method} ${path}`),
  );
  expect(silent).toEqual([]);
});

it('says all that an answer may be, where what comes in is changed on its way', async () => {
  const { components } = (await describe('https://shop.example')) as {
    components: { schemas: Record<string, Schema> };
  };
  for (const name of ['Settings', 'ShopFront']) {
    const company = components.schemas[name]?.properties['company']?.properties;
    expect(company?.['email']).toEqual({ anyOf: [{ type: 'string', const: '' }, { type: 'string' }] });
  }
});

interface Schema {
  properties: Record<string, Schema>;
}

it('names what is answered and sent, and says it there alone', async () => {
  const { components, paths } = (await descriptionFor('https://shop.example')) as unknown as {
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
    paths: Record<string, Record<string, { responses: Record<string, { content: unknown }>; requestBody?: unknown }>>;
  };
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Tool', 'Order', 'OrderLine', 'NewOrder', 'Shipment']),
  );
  expect(components.schemas['Order']?.properties?.['lines']).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/OrderLine' },
  });
  expect(JSON.stringify(paths['/order/{id}']?.['get']?.responses['200'])).toContain(
    '"$ref":"#/components/schemas/Order"',
  );
  expect(JSON.stringify(paths['/order']?.['post']?.requestBody)).toContain('"$ref":"#/components/schemas/NewOrder"');
  const all = JSON.stringify(await describe('https://shop.example'));
  const meant = [...all.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) =>
    reference.replace('#/components/schemas/', ''),
  );
  expect(meant.filter((name) => !(name in components.schemas))).toEqual([]);
});

it('describes what the shop calls, event by event', async () => {
  const { webhooks } = (await describe('https://shop.example')) as { webhooks: Record<string, unknown> };
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS]);
  expect(JSON.stringify(webhooks['order.placed'])).toContain('"data":{"$ref":"#/components/schemas/WebhookOrder"}');
  expect(JSON.stringify(webhooks['tool.changed'])).toContain('"const":"tool.changed"');
});

it('lets others have their turn while it is made', async () => {
  const end = new AbortController();
  const made = describe('https://shop.example').finally(() => end.abort());
  let turns = 0;
  for (; !end.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(Object.keys(await made)).toContain('paths');
  expect(turns).toBeGreaterThan(100);
});
