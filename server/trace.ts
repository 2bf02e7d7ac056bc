import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** One request, as logs, traces and the calls that it leads to name it. */
export interface Trace {
  /** 32 hexadecimal digits: the caller's where they sent a `traceparent`, else made here. */
  traceId: string;
  /** 16 hexadecimal digits, of this request. */
  spanId: string;
  /** The caller's own span; undefined where they sent none. */
  parentId: string | undefined;
  sampled: boolean;
  /** The contract's name of the call, once it is known. */
  route?: string;
  requestId?: string;
}

const current = new AsyncLocalStorage<Trace>();
const NONE = /^0+$/;

/** The request that is being answered; undefined outside of any. */
export function currentTrace(): Trace | undefined {
  return current.getStore();
}

/** Does the work as part of a request. */
export function inTrace<T>(trace: Trace, work: () => T): T {
  return current.run(trace, work);
}

/** Names the call that is being answered. */
export function noteCall(route: string, requestId: string): void {
  const trace = current.getStore();
  if (!trace) return;
  trace.route = route;
  trace.requestId = requestId;
}

/**
 * Where a request belongs, by its `traceparent` header (W3C Trace Context 1: version, trace, parent, flags).
 * A header that is not written so counts as none, as the recommendation says.
 */
export function readTrace(traceparent: string | null): Trace {
  const [, version, traceId = '', parentId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(traceparent ?? '') ?? [];
  const spanId = randomBytes(8).toString('hex');
  const valid = version !== undefined && version !== 'ff' && !NONE.test(traceId) && !NONE.test(parentId);
  return valid
    ? { traceId, spanId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
    : { traceId: randomBytes(16).toString('hex'), spanId, parentId: undefined, sampled: true };
}

/** The header by which whom we call knows which request they are called for. */
export function writeTrace({ traceId, spanId, sampled }: Pick<Trace, 'traceId' | 'spanId' | 'sampled'>): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
