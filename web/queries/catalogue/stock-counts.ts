import { useState } from 'react';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import type { BodyInput } from '#contract/routes.ts';
import { createIdempotencyKeys } from '#web/api/idempotency-keys.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useChange } from '../use-change.ts';

/** What should lie on the shelf of a stock number or bar code. @throws ApiError TOOL_NOT_FOUND, AMBIGUOUS_TOOL */
export function findShelf(code: string): Promise<Shelf> {
  return userCall('GET /shelf', { query: { code } });
}

/** Corrects stocks by what was counted. @throws ApiError OUT_OF_STOCK with issues at `lines.N…` */
export function useCountStock() {
  const [keys] = useState(createIdempotencyKeys);
  return useChange(['tools', 'tool', 'audit'], async (body: BodyInput<'countStock'>) => {
    const counted = await userCall('POST /stock-count', { body, headers: { 'idempotency-key': keys.keyFor(body) } });
    keys.settled();
    return counted;
  });
}
