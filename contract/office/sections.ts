import { z } from 'zod';

const shown = z.boolean('A section is true or false');

/** What of the pages that a shop begins with is shown. */
export const sections = {
  portfolio: shown,
  blogs: shown,
  statistics: shown,
  reviews: shown,
  trust: shown,
};
export type SectionName = keyof typeof sections;

/** The sections that are pages, by their addresses. */
const PAGES: Partial<Record<string, SectionName>> = {
  '/myPortfolio': 'portfolio',
  '/blogs': 'blogs',
  '/reviews': 'reviews',
};

/** Whether nothing that is turned off stands at a path. */
export function isInSections(path: string, on: Readonly<Record<SectionName, boolean>>): boolean {
  const section = PAGES[path];
  return section === undefined || on[section];
}
