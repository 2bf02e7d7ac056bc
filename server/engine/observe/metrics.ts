import cluster from 'node:cluster';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client';
import type { Database } from '#server/engine/db/client.ts';
import type { AnswerEvent, JobEvent } from './events.ts';
import { poolOf, readState, type ShopState } from './shop-state.ts';

/** What Prometheus is told; the names are those of deploy/prometheus and deploy/grafana. */
interface Metrics {
  answered(call: AnswerEvent): void;
  fromCache(): void;
  job(ended: JobEvent): void;
  /** All of it, in Prometheus' text format. */
  text(): Promise<string>;
}

/** What is looked at when Prometheus asks. */
export interface MetricSources {
  database: Database;
  pageCache: {
    /** Bytes in use. */
    size(): number;
  };
}

/** How long what was read from the database stands, in ms: scrapes that come at once are one look. */
const STATE_MS = 5_000;
/** In seconds: from what the cache answers to where a caller gives up. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type MakeGauge = (settings: GaugeConfiguration<string>) => void;

export function createMetrics({ database, pageCache }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  /** Asked when Prometheus asks. */
  const gauge: MakeGauge = (settings) => registry.registerMetric(new Gauge({ ...settings, registers: [] }));
  collectDefaultMetrics({ register: registry });

  const calls = new Histogram({
    name: 'tradebench_call_seconds',
    help: 'Time to answer, by call of the contract, identity or page',
    labelNames: ['route', 'method', 'status'],
    buckets: LATENCIES,
    registers,
  });
  const cached = new Counter({
    name: 'tradebench_page_cache_hits_total',
    help: 'Pages, lists and files answered from memory',
    registers,
  });
  const jobs = new Histogram({
    name: 'tradebench_job_seconds',
    help: 'Duration of background jobs, by outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  gauge({
    name: 'tradebench_page_cache_bytes',
    help: 'Memory in use by the page cache',
    collect() {
      this.set(pageCache.size());
    },
  });
  gauge({
    name: 'tradebench_pool_connections',
    help: 'Connections to the database: open, idle, and callers waiting for one',
    labelNames: ['state'],
    collect() {
      const pool = poolOf(database);
      if (!pool) return;
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  gauge({
    name: 'tradebench_replicas',
    help: 'Replicas of the database by state: up to date, behind, or away',
    labelNames: ['state'],
    collect() {
      const standings = database.replicas();
      if (standings.length === 0) return;
      for (const standing of ['even', 'behind', 'away'] as const)
        this.set({ state: standing }, standings.filter((each) => each === standing).length);
    },
  });

  watchDatabase(database, gauge);

  if (cluster.isWorker) {
    // Hears the supervisor ask, which adds up what its processes answer.
    void new AggregatorRegistry();
    AggregatorRegistry.setRegistries(registry);
  }
  return {
    answered: ({ route, method, status, seconds }) => calls.observe({ route, method, status: String(status) }, seconds),
    fromCache: () => cached.inc(),
    job: ({ job, outcome, seconds }) => jobs.observe({ task: job, outcome }, seconds),
    text: () => registry.metrics(),
  };
}

/** What the database says of the shop, read once for all that is asked at once. */
function watchDatabase(database: Database, gauge: MakeGauge): void {
  let state: { read: ReturnType<typeof readState>; at: number } | undefined;
  const now = () => {
    if (!state || Date.now() - state.at > STATE_MS) state = { read: readState(database), at: Date.now() };
    return state.read;
  };
  // Every process says the same of the database: one of them is enough.
  const ofDatabase = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, found: ShopState) => void,
  ) =>
    gauge({
      name,
      help,
      labelNames,
      aggregator: 'first',
      async collect() {
        const found = await now();
        this.reset();
        if (found) set(this, found);
      },
    });
  ofDatabase('tradebench_database_up', 'Whether the database answers', [], (gauge) => gauge.set(1));
  ofDatabase('tradebench_orders', 'Orders of the last 24 hours by state', ['state'], (gauge, { orders }) => {
    for (const each of orders) gauge.set({ state: each.state }, each.count);
  });
  ofDatabase('tradebench_orders_cents', 'Value of the orders of the last 24 hours', ['state'], (gauge, { orders }) => {
    for (const each of orders) gauge.set({ state: each.state }, each.cents);
  });
  ofDatabase('tradebench_orders_unpaid', 'Orders that hold stock and are not paid', [], (gauge, { unpaid }) =>
    gauge.set(unpaid),
  );
  ofDatabase('tradebench_payments_open', 'Payments that the provider has not settled', [], (gauge, { openIntents }) =>
    gauge.set(openIntents),
  );
  ofDatabase('tradebench_refunds', 'Refunds that are due or failed', ['state'], (gauge, { refunds }) => {
    gauge.set({ state: 'due' }, refunds.due);
    gauge.set({ state: 'failed' }, refunds.failed);
  });
  ofDatabase('tradebench_mails', 'Letters waiting, and failed in the last 24 hours', ['state'], (gauge, found) => {
    gauge.set({ state: 'waiting' }, found.mails.waiting);
    gauge.set({ state: 'failed' }, found.mails.failed);
  });
  ofDatabase(
    'tradebench_news_oldest_seconds',
    'Age of the oldest news that a follower has not read yet',
    [],
    (gauge, { news }) => gauge.set(news.oldestSeconds),
  );
  ofDatabase('tradebench_mail_oldest_seconds', 'Age of the oldest waiting letter', [], (gauge, { mails }) =>
    gauge.set(mails.oldestSeconds),
  );
  ofDatabase(
    'tradebench_job_last_success_seconds',
    'Unix time at which a scheduled job last succeeded',
    // `job` is Prometheus' own word for what it asks.
    ['task'],
    (gauge, { lastSuccess }) => {
      for (const each of lastSuccess) gauge.set({ task: each.job }, each.at);
    },
  );
}
