import type { Channel } from 'node:diagnostics_channel';
import type { Config } from '#server/config.ts';
import type { Trace } from '#server/trace.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';
import type { ProviderCall } from './traced-fetch.ts';

/** Tells an OpenTelemetry collector what each request did. */
interface Spans {
  /** Undefined where the caller, or chance, decided that this trace is not kept. */
  begin(trace: Trace, method: string): { end(route: string, status: number): void } | undefined;
  /** Sends what is still waiting. */
  stop(): Promise<void>;
}

/** One entry of OTLP's JSON (opentelemetry-proto, trace/v1). */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 what was asked of us, 3 what we asked of others. */
  kind: 2 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[];
  /** 2: it failed. */
  status: { code: 0 | 2 };
}

const SEND_EVERY_MS = 5_000;
const BATCH = 512;
/** While the collector is away, the newest are kept up to this many. */
const MOST_WAITING = 4_096;
const TIMEOUT_MS = 5_000;

/** @param providerCalls tells each `ProviderCall` that ended */
export function createSpans(
  { endpoint, headers, service, share }: NonNullable<Config['tracing']>,
  providerCalls: Channel,
  send: typeof fetch = settlingFetch({ limitMs: TIMEOUT_MS, maxBytes: 65_536 }),
): Spans {
  const waiting: Span[] = [];
  let sending: Promise<void> = Promise.resolve();

  const add = (span: Span) => {
    waiting.push(span);
    if (waiting.length > MOST_WAITING) waiting.shift();
    if (waiting.length === BATCH) void flush();
  };

  const flush = () => {
    sending = sending.then(async () => {
      const batch = waiting.splice(0, BATCH);
      if (batch.length === 0) return;
      const body = {
        resourceSpans: [
          {
            resource: { attributes: [text('service.name', service)] },
            scopeSpans: [{ scope: { name: 'tradebench' }, spans: batch }],
          },
        ],
      };
      try {
        const answer = await send(`${endpoint}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          redirect: 'error',
        });
        // The collector says by 429 and 5xx that it would take them later; anything else it will never take.
        if (answer.status === 429 || answer.status >= 500) keepForLater(batch);
      } catch {
        keepForLater(batch);
      }
    });
    return sending;
  };
  const keepForLater = (batch: Span[]) => {
    waiting.unshift(...batch.slice(0, Math.max(0, MOST_WAITING - waiting.length)));
  };

  const onCall = (message: unknown) => {
    const { provider, method, trace, spanId, status, began, ended } = message as ProviderCall;
    if (!trace.sampled) return;
    add({
      traceId: trace.traceId,
      spanId,
      parentSpanId: trace.spanId,
      name: `${method} ${provider}`,
      kind: 3,
      startTimeUnixNano: nanoseconds(began),
      endTimeUnixNano: nanoseconds(ended),
      attributes: [
        text('http.request.method', method),
        text('peer.service', provider),
        ...(status === undefined ? [] : [whole('http.response.status_code', status)]),
      ],
      status: { code: status === undefined || status >= 400 ? 2 : 0 },
    });
  };
  providerCalls.subscribe(onCall);
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref();

  return {
    begin(trace, method) {
      // Whoever began the trace has decided; of those that begin here a share is kept, the same one in every process.
      if (trace.parentId === undefined)
        trace.sampled = Number.parseInt(trace.traceId.slice(0, 8), 16) / 0xffff_ffff <= share && share > 0;
      if (!trace.sampled) return undefined;
      const began = Date.now();
      const started = performance.now();
      return {
        end(route, status) {
          add({
            traceId: trace.traceId,
            spanId: trace.spanId,
            ...(trace.parentId === undefined ? {} : { parentSpanId: trace.parentId }),
            name: `${method} ${route}`,
            kind: 2,
            startTimeUnixNano: nanoseconds(began),
            endTimeUnixNano: nanoseconds(began + performance.now() - started),
            attributes: [
              text('http.request.method', method),
              text('http.route', route),
              whole('http.response.status_code', status),
              ...(trace.requestId === undefined ? [] : [text('tradebench.request_id', trace.requestId)]),
            ],
            status: { code: status >= 500 ? 2 : 0 },
          });
        },
      };
    },
    async stop() {
      clearInterval(timer);
      providerCalls.unsubscribe(onCall);
      await flush();
    },
  };
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value } };
}

/** OTLP's JSON writes 64-bit numbers as text. */
function whole(key: string, value: number) {
  return { key, value: { intValue: String(value) } };
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
