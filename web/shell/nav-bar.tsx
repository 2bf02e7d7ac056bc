import { NavLink, useLocation } from 'react-router';
import { company } from '#content/company.ts';
import { DashboardLink } from './dashboard-link.tsx';
import { PageLink } from './page-link.tsx';
import { SessionLinks } from './session-links.tsx';

const LINKS = [
  ['Products', '/products'],
  ['Reviews', '/reviews'],
  ['Blogs', '/blogs'],
  ['About', '/about'],
  ['Contact Us', '/contactUs'],
  ['My Portfolio', '/myPortfolio'],
] as const;

/** The bar on every page: a dropdown on small screens, a row on large ones (spec §2). */
export function NavBar() {
  const { key } = useLocation();
  return (
    <header className="navbar bg-base-100 border-base-300 sticky top-0 z-30 border-b px-2 sm:px-4">
      <div className="navbar-start gap-1">
        {/* A new page is a new menu, which is closed. */}
        <details key={key} className="dropdown lg:hidden">
          <summary className="btn btn-ghost" aria-label="Menu">
            <svg
              aria-hidden="true"
              className="size-5"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
            >
              <path strokeLinecap="round" d="M4 6h16M4 12h16M4 18h16" />
            </svg>
          </summary>
          <nav aria-label="Main">
            <ul className="menu dropdown-content rounded-box bg-base-100 z-40 mt-2 w-56 p-2 shadow-lg">
              <Items />
            </ul>
          </nav>
        </details>
        <PageLink to="/" className="btn btn-ghost px-2 text-lg font-bold sm:text-xl">
          {company.name}
        </PageLink>
      </div>
      <nav aria-label="Main" className="navbar-center hidden lg:flex">
        <ul className="menu menu-horizontal px-1">
          <Items />
        </ul>
      </nav>
      <div className="navbar-end gap-2">
        <SessionLinks />
      </div>
    </header>
  );
}

function Items() {
  return (
    <>
      {LINKS.map(([text, to]) => (
        <li key={to}>
          <PageLink as={NavLink} to={to} className={itemClass}>
            {text}
          </PageLink>
        </li>
      ))}
      <DashboardLink className={itemClass} />
    </>
  );
}

function itemClass({ isActive }: { isActive: boolean }): string {
  return isActive ? 'menu-active' : '';
}
