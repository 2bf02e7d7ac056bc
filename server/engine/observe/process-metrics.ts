import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { Supervisor } from '#server/engine/processes/supervisor.ts';

/** What Prometheus is told of all processes together: their counts added up, and how many of them there are. */
export function processMetrics(wanted: number, supervisor: Pick<Supervisor, 'serving'>): () => Promise<string> {
  const own = new Registry();
  const processes = new Gauge({
    name: 'tradebench_processes',
    help: 'Processes that serve requests, and how many there should be',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'serving' }, supervisor.serving().length);
      this.set({ state: 'wanted' }, wanted);
    },
  });
  own.registerMetric(processes);
  const all = new AggregatorRegistry();
  return async () => `${await all.clusterMetrics()}\n${await own.metrics()}`;
}
