import { channel } from 'node:diagnostics_channel';
import type { Config } from '#server/config.ts';
import type { JobEvent } from './events.ts';
import type { MetricSources } from './metrics.ts';
import { inTrace, readTrace } from '#server/trace.ts';

/** Whom the shop tells what it does; without METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT it is told to nobody. */
export interface Observer {
  /** Answers a request as part of the caller's trace. */
  request(request: Request, answer: () => Response | Promise<Response>): Promise<Response>;
  /** A page or list that was answered out of the cache. */
  fromCache(): void;
  /** What Prometheus is told, in its text format; undefined where nothing is counted. */
  metrics: (() => Promise<string>) | undefined;
  /** Hands over what is still to be told. */
  stop(): Promise<void>;
}

const jobs = channel('tradebench:job');
const calls = channel('tradebench:provider-call');

/** Does a job and tells those who watch how it ended. */
export async function observedJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const tell = (outcome: JobEvent['outcome']) => {
    if (jobs.hasSubscribers) jobs.publish({ job, outcome, seconds: (performance.now() - began) / 1000 });
  };
  try {
    const result = await work();
    tell('done');
    return result;
  } catch (error) {
    tell('failed');
    throw error;
  }
}

/** Builds what the settings ask for; what they do not ask for is not even loaded. */
export async function createObserver(
  { metrics, tracing }: Pick<Config, 'metrics' | 'tracing'>,
  watched: MetricSources,
): Promise<Observer> {
  const counts = metrics ? (await import('./metrics.ts')).createMetrics(watched) : undefined;
  const spans = tracing ? (await import('./spans.ts')).createSpans(tracing, calls) : undefined;
  const onJob = (ended: unknown) => counts?.job(ended as JobEvent);
  if (counts) jobs.subscribe(onJob);
  return {
    async request(request, answer) {
      const trace = readTrace(request.headers.get('traceparent'));
      const span = spans?.begin(trace, request.method);
      const began = performance.now();
      const response = await inTrace(trace, answer);
      const route = trace.route ?? 'page';
      counts?.answered({
        route,
        method: request.method,
        status: response.status,
        seconds: (performance.now() - began) / 1000,
      });
      span?.end(route, response.status);
      return response;
    },
    metrics: counts?.text,
    fromCache: () => counts?.fromCache(),
    async stop() {
      jobs.unsubscribe(onJob);
      await spans?.stop();
    },
  };
}
