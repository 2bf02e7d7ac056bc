import type { Arena } from './arena.ts';
import type { Answer, Buyer } from './buyer.ts';
import { pause, type Random } from './random.ts';

/** How long a lost database stays away. */
export const DOWN_MS = 500;
const RETRY_MS = 100;
/** A buyer who is not answered for this long has found something worse than a crash. */
const RECOVERY_TIMEOUT_MS = 300_000;

/** What those who go on calling met. */
export interface Met {
  /** Answers lost or 503, tried again. */
  lost: number;
  unexpected: string[];
}

/** Calls until there is an answer; null where it is not one of the expected. */
export async function persist(
  met: Met,
  buyer: Buyer,
  expected: number[],
  ...call: Parameters<Buyer['call']>
): Promise<Answer | null> {
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const answer = await buyer.call(...call);
    if (expected.includes(answer.status)) return answer;
    if ((answer.status !== 0 && answer.status !== 503) || Date.now() > deadline) {
      met.unexpected.push(`${call[0]} ${call[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return null;
    }
    met.lost++;
    await pause(RETRY_MS);
  }
}

/** One of the processes, or all at once, so often. @returns how many were killed */
export async function killProcesses({ shops }: Arena, chance: Random, times: number): Promise<number> {
  let kills = 0;
  for (let round = 1; round <= times; round++) {
    await pause(300 + chance.below(1_200));
    const victims = chance.chance(0.3) ? shops : [chance.pick(shops)];
    await Promise.all(victims.map((shop) => shop.kill()));
    kills += victims.length;
    await Promise.all(victims.map((shop) => shop.start()));
    process.stdout.write(`\rkill ${round} of ${times}`);
  }
  process.stdout.write('\n');
  return kills;
}

/** Stops PostgreSQL at once, nothing flushed, so often; each time it comes back after `DOWN_MS`. */
export async function loseDatabase({ server }: Arena, chance: Random, times: number): Promise<void> {
  for (let round = 1; round <= times; round++) {
    await pause(1_000 + chance.below(1_000));
    await server.kill();
    await pause(DOWN_MS);
    await server.restart();
    process.stdout.write(`\rlost database ${round} of ${times}`);
  }
  process.stdout.write('\n');
}
