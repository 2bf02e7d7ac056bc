import type { Loader, Shot, ShotResult } from './load.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 1;

export interface Contender {
  name: string;
  /** What is fired at it in one round; asked anew for each, since what was asked before may be cached. */
  shot(): Shot;
}

/** The same requests in every round, for a fixed time. */
export function steady(name: string, shot: Omit<Shot, 'seconds' | 'lists'>): Contender {
  return { name, shot: () => ({ ...shot, seconds: ROUND_SECONDS }) };
}

/**
 * Lets the contenders run in turn, several short rounds, so that whatever else the machine does meets all of them alike.
 * @returns what each did in each round, in the order of the contenders
 */
export async function inTurn(
  loader: Loader,
  contenders: readonly Contender[],
  rounds = ROUNDS,
): Promise<ShotResult[][]> {
  const results = contenders.map((): ShotResult[] => []);
  // The round before the first lets the compiler see the path.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name, shot }] of contenders.entries()) {
      const result = await loader.fire(shot());
      if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed.`);
      if (round > 0) results[index]!.push(result);
    }
  }
  return results;
}

/** A value's median over the rounds. */
export function medianOf(rounds: readonly ShotResult[], value: keyof ShotResult): number {
  return median(rounds.map((round) => round[value]));
}

/** The rate, and the median of what share it was of its limit in each round: what the machine did else falls out. */
export function beside(ours: readonly ShotResult[], limit: readonly { rate: number }[]) {
  return {
    value: medianOf(ours, 'rate'),
    unit: '/s' as const,
    limit: median(limit.map(({ rate }) => rate)),
    ratio: median(ours.map(({ rate }, round) => rate / (limit[round]?.rate ?? rate))),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
