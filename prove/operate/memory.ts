import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildShop, shopProcess } from '#server/shop-process-for-tests.ts';
import { signUp } from '../buyer.ts';
import { type Check, must } from './check.ts';

const LIMIT = 512 * 1024 * 1024;
const PORT = 4790;
const SECONDS = 20;
const AT_ONCE = 16;
const MB = 1024 * 1024;

/** Control groups, of either version, as far as this user may make one. */
function group(): { folder: string; limit: string; peak: string; killed: () => number } | null {
  const name = `tradebench-${process.pid}`;
  const v1 = '/sys/fs/cgroup/memory';
  const v2 = '/sys/fs/cgroup';
  try {
    if (existsSync(join(v1, 'memory.limit_in_bytes'))) {
      const folder = join(v1, name);
      mkdirSync(folder);
      const killed = () =>
        Number(/oom_kill (\d+)/.exec(readFileSync(join(folder, 'memory.oom_control'), 'utf8'))?.[1] ?? 0);
      return { folder, limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes', killed };
    }
    if (!existsSync(join(v2, 'cgroup.controllers'))) return null;
    writeFileSync(join(v2, 'cgroup.subtree_control'), '+memory');
    const folder = join(v2, name);
    mkdirSync(folder);
    const killed = () => Number(/oom_kill (\d+)/.exec(readFileSync(join(folder, 'memory.events'), 'utf8'))?.[1] ?? 0);
    return { folder, limit: 'memory.max', peak: 'memory.peak', killed };
  } catch {
    return null;
  }
}

/** The whole shop, its database in the process, in a control group of 512 MB, read and bought from. */
async function smallShop(): Promise<string> {
  await buildShop();
  const made = group();
  must(made !== null, 'no control group could be made');
  const { folder, limit, peak, killed } = made;
  writeFileSync(join(folder, limit), String(LIMIT));
  const shop = shopProcess(
    PORT,
    { BASE_URL: `http://127.0.0.1:${PORT}` },
    {
      command: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec ${process.execPath} build/main.js`],
      readyWithinMs: 120_000,
    },
  );
  try {
    await shop.start();
    const rest = residentMegabytes(shop.pid());
    const buyer = await signUp(shop.url, () => shop.url, 'small');
    const [tool] = (await (await fetch(`${shop.url}/tool?limit=1`)).json()) as {
      _id: string;
      minOrderQuantity: number;
    }[];
    const paths = [
      '/',
      '/products',
      `/products/${tool!._id}`,
      '/reviews',
      '/tool?limit=24',
      '/tool?q=hammer',
      '/about',
    ];
    const until = Date.now() + SECONDS * 1_000;
    let asked = 0;
    const wrong: number[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, visitor) => {
        for (let turn = visitor; Date.now() < until; turn++) {
          // Every other address is new, so that it is rendered and kept.
          const path = turn % 2 ? paths[turn % paths.length]! : `/products?q=${visitor}-${turn}`;
          const answer = await fetch(shop.url + path);
          await answer.arrayBuffer();
          asked++;
          if (answer.status !== 200) wrong.push(answer.status);
        }
      }),
    );
    let orders = 0;
    for (; orders < 10; orders++) {
      const order = {
        name: 'Buyer',
        address: '1 Dock Road',
        phone: '555',
        toolId: tool!._id,
        quantity: tool!.minOrderQuantity,
      };
      const answer = await buyer.call('POST', '/order', order);
      must(answer.status === 201, `an order was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    must(wrong.length === 0, `${wrong.length} of ${asked} reads failed: ${[...new Set(wrong)].join(', ')}`);
    must(killed() === 0, 'the kernel ended it for want of memory');
    const most = Math.round(Number(readFileSync(join(folder, peak), 'utf8')) / MB);
    return `${rest} MB at rest, ${asked} reads and ${orders} orders in ${SECONDS} s, at most ${most} MB with its files' cache, nothing refused`;
  } finally {
    await shop.kill();
    for (let tries = 0; tries < 50; tries++) {
      try {
        rmdirSync(folder);
        break;
      } catch {
        await pause(100);
      }
    }
  }
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

export const memoryChecks: Check[] = [
  {
    what: 'a small shop on 512 MB keeps serving under load',
    needs: {},
    lacks() {
      const made = group();
      if (made) rmdirSync(made.folder);
      return made ? null : 'control groups that this user may make (root, or systemd-run --user --scope)';
    },
    run: smallShop,
  },
];
