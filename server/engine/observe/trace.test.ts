import { channel } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { createSpans } from './spans.ts';
import { currentTrace, inTrace, noteCall, readTrace, writeTrace } from '#server/trace.ts';
import { tracedFetch } from './traced-fetch.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it('goes on with the trace that the caller named', () => {
  const trace = readTrace(`00-${TRACE}-${PARENT}-01`);
  expect(trace).toMatchObject({ traceId: TRACE, parentId: PARENT, sampled: true });
  expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(readTrace(`00-${TRACE}-${PARENT}-00`).sampled).toBe(false);
  expect(readTrace(`01-${TRACE}-${PARENT}-01-what-a-later-version-adds`).traceId).toBe(TRACE);
});

it.each([
  ['nothing', null],
  ['something else', 'hello'],
  ['capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a version that there never will be', `ff-${TRACE}-${PARENT}-01`],
  ['a line break and more', `00-${TRACE}-${PARENT}-01\r\nx: y`],
])('begins a trace of its own where the caller sent %s', (_what, header) => {
  const trace = readTrace(header);
  expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(trace.traceId).not.toBe(TRACE);
  expect(trace.parentId).toBeUndefined();
});

it('tells a provider the request that it is called for, beside what it was told anyway', async () => {
  const sent: Headers[] = [];
  const send = tracedFetch('stripe', async (_address, init) => {
    sent.push(new Headers(init?.headers));
    return new Response('{}');
  });
  const trace = readTrace(`00-${TRACE}-${PARENT}-01`);
  await inTrace(trace, () => send('https://provider.test/v1/refunds', { headers: { 'idempotency-key': 'k' } }));
  await send('https://provider.test/v1/refunds');
  expect(sent[0]?.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(sent[0]?.get('traceparent')).not.toContain(trace.spanId);
  expect(sent[0]?.get('idempotency-key')).toBe('k');
  expect(sent[1]?.has('traceparent')).toBe(false);
  expect(currentTrace()).toBeUndefined();
  expect(writeTrace({ ...trace, spanId: PARENT })).toBe(`00-${TRACE}-${PARENT}-01`);
});

it('tells the collector of a request and of the calls made for it, and tries again when it is away', async () => {
  const bodies: { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] }[] = [];
  const answers = [503, 200];
  const calls = channel('tradebench:provider-call');
  const spans = createSpans(
    { endpoint: 'http://collector.test', headers: { 'x-key': 'k' }, service: 'shop', share: 1 },
    calls,
    async (address, init) => {
      expect(String(address)).toBe('http://collector.test/v1/traces');
      expect(new Headers(init?.headers).get('x-key')).toBe('k');
      bodies.push(JSON.parse(String(init?.body)));
      return new Response('{}', { status: answers.shift() ?? 200 });
    },
  );
  const trace = readTrace(`00-${TRACE}-${PARENT}-01`);
  const span = spans.begin(trace, 'POST');
  await inTrace(trace, async () => {
    noteCall('createPaymentIntent', 'request-1');
    await tracedFetch('stripe', async () => new Response('', { status: 500 }))('https://provider.test/');
  });
  span?.end('createPaymentIntent', 200);
  await spans.stop();
  await spans.stop();
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
  const [call, request] = bodies[1]!.resourceSpans[0]!.scopeSpans[0]!.spans;
  expect(call).toMatchObject({
    traceId: TRACE,
    parentSpanId: trace.spanId,
    name: 'GET stripe',
    kind: 3,
    status: { code: 2 },
  });
  expect(request).toMatchObject({ traceId: TRACE, spanId: trace.spanId, parentSpanId: PARENT, kind: 2 });
  expect(request!['attributes']).toContainEqual({ key: 'tradebench.request_id', value: { stringValue: 'request-1' } });
  expect(BigInt(String(request!['endTimeUnixNano']))).toBeGreaterThanOrEqual(
    BigInt(String(request!['startTimeUnixNano'])),
  );
});

it('keeps no trace that its caller does not keep, and of its own the share that is asked for', () => {
  const spans = createSpans(
    { endpoint: 'http://collector.test', headers: {}, service: 'shop', share: 0 },
    channel('tradebench:provider-call'),
  );
  expect(spans.begin(readTrace(`00-${TRACE}-${PARENT}-00`), 'GET')).toBeUndefined();
  expect(spans.begin(readTrace(null), 'GET')).toBeUndefined();
  expect(spans.begin(readTrace(`00-${TRACE}-${PARENT}-01`), 'GET')).toBeDefined();
});
