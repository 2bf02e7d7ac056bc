import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { getMyData } from './my-data.ts';

export function myDataHandlers({ database }: Parts) {
  return {
    getMyData: ({ caller }) => getMyData(database.db, caller.userId),
  } satisfies Partial<Handlers>;
}
