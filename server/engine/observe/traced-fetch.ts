import { channel } from 'node:diagnostics_channel';
import { randomBytes } from 'node:crypto';
import { currentTrace, type Trace, writeTrace } from '#server/trace.ts';

/** A call to a provider that ended. */
export interface ProviderCall {
  provider: string;
  method: string;
  /** Of the request that it was made for. */
  trace: Trace;
  spanId: string;
  /** Undefined where there was no answer. */
  status: number | undefined;
  /** Of the clock, in ms. */
  began: number;
  ended: number;
}

const calls = channel('tradebench:provider-call');

/** The same fetch, which tells the provider the request that it is called for (W3C Trace Context). */
export function tracedFetch(provider: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const trace = currentTrace();
    if (!trace) return send(input, init);
    const spanId = randomBytes(8).toString('hex');
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('traceparent', writeTrace({ ...trace, spanId }));
    const began = Date.now();
    let status: number | undefined;
    try {
      const response = await send(input, { ...init, headers });
      status = response.status;
      return response;
    } finally {
      if (calls.hasSubscribers) {
        const method = init?.method ?? 'GET';
        calls.publish({ provider, method, trace, spanId, status, began, ended: Date.now() } satisfies ProviderCall);
      }
    }
  };
}
