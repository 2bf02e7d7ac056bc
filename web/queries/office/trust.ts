import type { Assurance } from '#content/trust.ts';
import type { Source } from '#web/api/source.ts';

/** What a company can rely on: documents bring the words along, so that script carries them only to who comes from another page. */
export const trust: Source<Assurance[]> = {
  key: ['trust'],
  fetch: async () => (await import('#content/trust.ts')).assurances,
};
