import * as fc from 'fast-check';
import type { Route } from '#contract/route.ts';
import { callsOf, type FuzzCall } from './fuzz-cases.ts';
import { faultOf } from './fuzz-verdict.ts';

/** What a fuzzed route is asked with and by whom. */
export interface FuzzTarget {
  send(call: FuzzCall): Promise<Response | null>;
  /** Ids of things that exist. */
  ids: string[];
  /** Access tokens of a customer and an admin. */
  tokens: string[];
}

interface FuzzOutcome {
  statuses: Map<number, number>;
  /** The smallest call that breaks the contract, and how. */
  fault: string | null;
}

/** Asks one route `count` times. @param randomSeed repeats a run */
export async function fuzzRoute(
  route: Route,
  target: FuzzTarget,
  count: number,
  randomSeed: number,
): Promise<FuzzOutcome> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(callsOf(route, target.ids, target.tokens), async (call) => {
    const answer = await target.send(call);
    if (answer === null) return;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const fault = await faultOf(answer, route);
    if (fault !== null) throw new Error(fault);
  });
  const result = await fc.check(property, {
    numRuns: count,
    seed: randomSeed,
    endOnFailure: false,
    interruptAfterTimeLimit: 120_000,
  });
  if (!result.failed) return { statuses, fault: null };
  const reason = result.errorInstance instanceof Error ? result.errorInstance.message : 'interrupted';
  return {
    statuses,
    fault: `${reason} ← ${JSON.stringify(result.counterexample?.[0])} (random seed ${randomSeed})`,
  };
}

/** The call as a request; null where no client could send it. */
export function requestOf(base: string, { method, path, headers, body }: FuzzCall): Request | null {
  try {
    return new Request(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  } catch {
    return null;
  }
}
