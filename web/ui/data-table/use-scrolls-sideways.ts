import { type RefObject, useEffect, useState } from 'react';

/** Whether what is in the element is wider than it. */
export function useScrollsSideways(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const look = () => setScrolls(current.scrollWidth > current.clientWidth);
    const watch = new ResizeObserver(look);
    watch.observe(current);
    const inside = current.firstElementChild;
    if (inside) watch.observe(inside);
    return () => watch.disconnect();
  }, [element]);
  return scrolls;
}
