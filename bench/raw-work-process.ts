import { Pool } from 'pg';
import { BARE } from './raw-orders.ts';
import type { RawWork, RawWorkResult } from './raw-work.ts';

/** Does the jobs as anybody would: a trip to the server for each statement, on so many connections, and nothing else. */
process.on('message', (work: RawWork) => {
  void run(work).then((result) => process.send?.(result));
});

const pools = new Map<string, Pool>();

async function run({ url, connections, jobs }: RawWork): Promise<RawWorkResult> {
  const key = `${connections} ${url}`;
  const pool = pools.get(key) ?? new Pool({ connectionString: url, max: connections, options: BARE });
  pools.set(key, pool);
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let at = next++; at < jobs.length; at = next++) {
        const from = performance.now();
        for (const statement of jobs[at]!) await client.query(statement);
        times.push(performance.now() - from);
      }
    }),
  );
  const elapsed = performance.now() - began;
  for (const client of clients) client.release();
  times.sort((a, b) => a - b);
  return {
    rate: (jobs.length * 1000) / elapsed,
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0,
  };
}
