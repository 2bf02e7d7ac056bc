import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { readFigures } from './figures.ts';

export function figureHandlers({ database }: Parts) {
  return { getFigures: ({ query }) => readFigures(database, query) } satisfies Partial<Handlers>;
}
