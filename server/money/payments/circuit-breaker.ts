/** Keeps calls away from something that is down, so that nobody waits for what will not come. */
export interface CircuitBreaker {
  /** Whether a call may be made now; after a pause one call at a time is let through to try. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
  /** Milliseconds until the next call may be made; 0 where it may be made now. */
  waitMs(): number;
}

/**
 * Opens after `threshold` failures in a row and lets one call through each `pauseMs` until one succeeds.
 * @param now milliseconds, replaced in tests
 */
export function createCircuitBreaker(threshold: number, pauseMs: number, now: () => number = Date.now): CircuitBreaker {
  let failures = 0;
  let closedUntil = 0;
  return {
    allows() {
      if (failures < threshold) return true;
      if (now() < closedUntil) return false;
      // The one call that tries keeps the others out until it is answered or another pause is over.
      closedUntil = now() + pauseMs;
      return true;
    },
    succeeded() {
      failures = 0;
      closedUntil = 0;
    },
    failed() {
      failures++;
      if (failures >= threshold) closedUntil = now() + pauseMs;
    },
    waitMs: () => (failures < threshold ? 0 : Math.max(0, closedUntil - now())),
  };
}
