import { expect, it } from 'vitest';
import type { Reader } from './client.ts';
import { createReplicas, type Replica } from './replicas.ts';

/** A primary and one replica that replays when told. */
function pair() {
  const log = { written: 0, replayed: 0, recovering: true };
  const rows = <Row>(row: object) => [row as Row];
  const primary = { name: 'primary', raw: async <Row>() => rows<Row>({ lsn: String(log.written) }) };
  const replica = {
    name: 'replica',
    raw: async <Row>(_sql: string, [lsn]: unknown[] = []) =>
      rows<Row>({ recovering: log.recovering, done: log.replayed >= Number(lsn) }),
    close: async () => {},
  };
  const replicas = createReplicas(primary as unknown as Reader, [replica as unknown as Replica]);
  const who = () => replicas.read(async (from) => (from as unknown as { name: string }).name);
  return { log, replicas, who };
}

it('a read goes to the replica as long as it has everything that was written', async () => {
  const { log, replicas, who } = pair();
  await expect.poll(who).toBe('replica');
  log.written = 1;
  replicas.wrote();
  expect(await who()).toBe('primary');
  log.replayed = 1;
  await expect.poll(who).toBe('replica');
  await replicas.close();
});

it('says how each replica stands: even, behind what was written, or away until it answers again', async () => {
  const { log, replicas, who } = pair();
  await expect.poll(who).toBe('replica');
  expect(replicas.standings()).toEqual(['even']);
  log.written = 1;
  replicas.wrote();
  expect(replicas.standings()).toEqual(['behind']);
  log.replayed = 1;
  await expect.poll(replicas.standings).toEqual(['even']);
  await replicas.read((from) =>
    'name' in from && from.name === 'replica'
      ? Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))
      : Promise.resolve(),
  );
  expect(replicas.standings()).toEqual(['away']);
  await replicas.close();
});

it('a write while the replica is asked how far it is counts as not replayed', async () => {
  const { log, replicas, who } = pair();
  await expect.poll(who).toBe('replica');
  for (let write = 1; write <= 20; write++) {
    log.written = write;
    replicas.wrote();
    await Promise.resolve();
    expect(await who()).toBe('primary');
  }
  log.replayed = 20;
  await expect.poll(who).toBe('replica');
  await replicas.close();
});

it('a replica that fails is made up for by the primary, and one that was promoted is no replica', async () => {
  const { log, replicas, who } = pair();
  await expect.poll(who).toBe('replica');
  const asked: string[] = [];
  const answer = await replicas.read(async (from) => {
    const { name } = from as unknown as { name: string };
    asked.push(name);
    if (name === 'replica') throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
    return name;
  });
  expect([answer, asked]).toEqual(['primary', ['replica', 'primary']]);
  expect(await who()).toBe('primary');
  await replicas.close();
  const promoted = pair();
  promoted.log.recovering = false;
  promoted.replicas.wrote();
  expect(await promoted.who()).toBe('primary');
  await promoted.replicas.close();
  expect(log.recovering).toBe(true);
});

it('what the read itself did wrong is not tried elsewhere', async () => {
  const { replicas, who } = pair();
  await expect.poll(who).toBe('replica');
  let tries = 0;
  const wrong = replicas.read(async () => {
    tries++;
    throw Object.assign(new Error('syntax error'), { code: '42601' });
  });
  await expect(wrong).rejects.toThrow('syntax error');
  expect(tries).toBe(1);
  await replicas.close();
});
