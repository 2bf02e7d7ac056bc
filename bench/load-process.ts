import autocannon from 'autocannon';
import type { Shot, ShotResult } from './load.ts';

/** How often the run looks whether its time is over, in ms. */
const SAMPLE_MS = 100;

/** A process of its own, so that making the requests does not slow down who makes them or counts them. */
process.on('message', (shot: Shot) => {
  void fire(shot).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function fire({ url, connections, seconds, requests, lists }: Shot): Promise<ShotResult> {
  const times: number[] = [];
  const perConnection = [...(lists ?? [])];
  const running = autocannon({
    url,
    connections,
    sampleInt: SAMPLE_MS,
    timeout: 30,
    ...(lists ? { amount: lists.reduce((sum, list) => sum + list.length, 0) } : { duration: seconds ?? 1 }),
    ...(requests ? { requests } : {}),
    setupClient: (client) => {
      const list = perConnection.shift();
      if (list) client.setRequests(list);
      client.on('response', (_status, _bytes, time) => times.push(time));
    },
  });
  const answered = await running;
  const elapsed = answered.finish.getTime() - answered.start.getTime();
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    rate: (answered['2xx'] * 1000) / elapsed,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    failed: answered.non2xx + answered.errors + answered.timeouts,
  };
}
