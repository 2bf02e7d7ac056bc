import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a click on a link the new page is read out and holds the focus, as if the browser had loaded it. */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const announcer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (announcer.current) announcer.current.textContent = document.title;
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) headingOf(main).focus({ preventScroll: true });
  }, [pathname]);
  return <p ref={announcer} aria-live="polite" className="sr-only" />;
}

/** The heading of the page that came, which can hold the focus from now on; the page itself where it has none. */
function headingOf(main: HTMLElement): HTMLElement {
  const heading = main.querySelector<HTMLElement>('h1');
  if (!heading) return main;
  heading.tabIndex = -1;
  heading.dataset['focusTarget'] = '';
  return heading;
}
