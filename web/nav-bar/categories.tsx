import { useState } from 'react';
import type * as links from './category-links.tsx';

/** The categories, whose script and names come when they are asked for; until then, and without script, all products. */
export function useCategories(className: string) {
  const [part, setPart] = useState<typeof links | null>(null);
  return {
    // Without it there is the page with all of them.
    load: () => void import('./category-links.tsx').then(setPart, () => {}),
    links: part && <part.CategoryLinks className={className} />,
  };
}
