import { NavLink } from 'react-router';
import { Brand } from '#web/shell/brand.tsx';
import { BasketLink } from './basket-link.tsx';
import { DashboardLink } from './dashboard-link.tsx';
import { FirmChoice } from './firm-choice.tsx';
import { Menu } from './menu.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { SearchBox } from './search-box.tsx';
import { SessionLinks } from './session-links.tsx';

const LINKS = [
  ['Products', '/products'],
  ['Reviews', '/reviews'],
  ['About', '/about'],
  ['Contact Us', '/contactUs'],
  ['Blogs', '/blogs'],
  ['My Portfolio', '/myPortfolio'],
] as const;

/** The bar on every page: a dropdown on small screens, a row on large ones (spec §2). */
export function NavBar() {
  return (
    <header className="bar bg-base-100 border-base-300 sticky top-0 z-30 border-b">
      <div className="page-width relative flex h-16 items-center gap-2 max-sm:gap-1 max-sm:px-2">
        <Menu label="Menu" mark={<MenuMark />}>
          <nav aria-label="Main">
            <ul className="dropdown-content border-base-300 rounded-box bg-base-100 z-40 mt-3 w-64 border p-2 shadow-xl">
              <Items className={listedClass} />
              <li className="contents">
                <PageLink as={NavLink} to="/order-pad" className={listedClass}>
                  Order Pad
                </PageLink>
              </li>
              <li className="px-3 py-2 empty:hidden">
                <FirmChoice />
              </li>
            </ul>
          </nav>
        </Menu>
        <PageLink to="/" className="font-display mr-auto flex items-center gap-2.5 text-2xl font-semibold lg:mr-6">
          {/* On the smallest telephones search, basket and the name of who is signed in need the name's room. */}
          <Brand size="size-9" name="max-[30rem]:sr-only max-w-56 truncate" />
        </PageLink>
        <nav aria-label="Main" className="mr-auto hidden self-stretch lg:block">
          <ul className="flex h-full">
            <Items className={rowClass} />
          </ul>
        </nav>
        <SearchBox />
        <PageLink
          to="/order-pad"
          className="btn btn-ghost btn-square max-sm:hidden lg:max-xl:hidden"
          aria-label="Order Pad"
          title="Order Pad"
        >
          <PadMark />
        </PageLink>
        <BasketLink />
        <SessionLinks />
      </div>
      {/* In the menu of small screens, where a line that comes later would push the page down. */}
      <div className="page-width flex justify-end pb-2 empty:hidden max-lg:hidden">
        <FirmChoice />
      </div>
    </header>
  );
}

function MenuMark() {
  return (
    <svg aria-hidden="true" className="size-6" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2">
      <path strokeLinecap="round" d="M4 6h16M4 12h16M4 18h16" />
    </svg>
  );
}

function PadMark() {
  return (
    <svg aria-hidden="true" className="size-6" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75">
      <path strokeLinecap="round" strokeLinejoin="round" d="M6 4h12v17H6zM9 2.5v3M15 2.5v3M9 10h6M9 13.5h6M9 17h4" />
    </svg>
  );
}

type ItemClass = (state: { isActive: boolean }) => string;

function Items({ className }: { className: ItemClass }) {
  return (
    <>
      {LINKS.map(([text, to]) => (
        <li key={to} className="contents">
          <PageLink as={NavLink} to={to} className={className}>
            {text}
          </PageLink>
        </li>
      ))}
      <DashboardLink className={className} />
    </>
  );
}

function rowClass({ isActive }: { isActive: boolean }): string {
  return `flex h-full items-center px-2.5 whitespace-nowrap text-[0.9375rem] font-medium border-b-2 -mb-px pt-0.5 hover:border-base-content/40 ${isActive ? 'border-accent' : 'border-transparent'}`;
}

function listedClass({ isActive }: { isActive: boolean }): string {
  return `rounded-field block border-l-2 px-4 py-3 font-medium hover:bg-base-200 ${isActive ? 'border-accent bg-base-200' : 'border-transparent'}`;
}
