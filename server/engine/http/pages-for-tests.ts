import { pageFacts } from '#web/page-facts.ts';
import type { AddressFacts } from './pages.ts';

/** As if every address were a page's, and every tool for sale. */
export const everyPage: AddressFacts = {
  ...pageFacts,
  isPage: () => true,
  spelling: () => null,
  missingAt: async () => null,
  isTool: async () => true,
};
