import { Fragment, type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { Brand } from '#web/shell/brand.tsx';
import { BasketLink } from './basket-link.tsx';
import type * as links from './category-links.tsx';
import { useSession } from '#web/session/tab-session.ts';
import { CompanyNotice } from '#web/companies/company-notice.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { Menu } from './menu.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { SearchBox } from './search-box.tsx';
import { useShop } from '#web/shell/shop-front.ts';
import { say } from '#web/saying/say.ts';
import { SessionLinks } from './session-links.tsx';

/** The bar on every page: a dropdown on small screens, a row on large ones (spec §2). */
export function NavBar() {
  const inMenu = useCategories(listedClass({ isActive: false }));
  return (
    <>
      <header className="bar bg-base-100 border-base-300 sticky top-0 z-30 border-b">
        <div className="page-width relative flex h-16 items-center gap-2 max-sm:gap-1 max-sm:px-2 max-[18rem]:gap-0 max-[18rem]:px-1">
          <Menu
            label={say('Menu')}
            mark={<MenuMark />}
            look={{ menu: 'lg:hidden', button: 'size-11 max-[18rem]:size-10' }}
            onOpen={inMenu.load}
          >
            <nav aria-label={say('Main')}>
              <ul className="dropdown-content border-base-300 rounded-box bg-base-100 z-40 mt-3 w-64 border p-2 shadow-xl">
                <Items className={listedClass} />
                <li className="contents">
                  <PageLink as={NavLink} to="/order-pad" className={listedClass}>
                    {say('Order Pad')}
                  </PageLink>
                </li>
                {inMenu.links && (
                  <li>
                    <details>
                      <summary className={`cursor-pointer ${listedClass({ isActive: false })}`}>
                        {say('Categories')}
                      </summary>
                      <ul className="pl-3">{inMenu.links}</ul>
                    </details>
                  </li>
                )}
                <li className="px-3 py-2 empty:hidden">
                  <CompanyChoice />
                </li>
              </ul>
            </nav>
          </Menu>
          <PageLink
            to="/"
            className="font-display mr-auto flex items-center gap-2.5 text-2xl font-semibold lg:mr-2 xl:mr-3"
          >
            {/* On the smallest telephones search, basket and the name of who is signed in need the name's room. */}
            <Brand size="size-9 max-[18rem]:size-7" name="max-[30rem]:sr-only lg:max-xl:sr-only max-w-56 truncate" />
          </PageLink>
          <nav aria-label={say('Main')} className="mr-auto hidden self-stretch lg:block">
            <ul className="flex h-full">
              <Items className={rowClass}>
                <li className="-ml-2 flex items-center">
                  <Categories />
                </li>
              </Items>
            </ul>
          </nav>
          <div className="max-[90rem]:hidden">
            <CompanyChoice isShort />
          </div>
          <SearchBox />
          <PageLink
            to="/order-pad"
            className="btn btn-ghost btn-square max-sm:hidden"
            aria-label={say('Order Pad')}
            title={say('Order Pad')}
          >
            <PadMark />
          </PageLink>
          <BasketLink />
          <SessionLinks />
        </div>
        {/* In the menu of small screens, where a line that comes later would push the page down. A preview has no room in the row. */}
        <div className="company-line page-width flex justify-end pb-2 empty:hidden max-lg:hidden min-[90rem]:not-has-[[data-preview]]:hidden">
          <CompanyChoice untilKnown={<span className="company-until-known h-8" />} />
        </div>
      </header>
      <CompanyNotice />
    </>
  );
}

/** The categories, whose script and names come when they are asked for; until then, and without script, all products. */
function useCategories(className: string) {
  const [part, setPart] = useState<typeof links | null>(null);
  return {
    // Without it there is the page with all of them.
    load: () => void import('./category-links.tsx').then(setPart).catch(() => {}),
    links: part && <part.CategoryLinks className={className} />,
  };
}

function Categories() {
  const { load, links } = useCategories('rounded-field block px-3 py-2 hover:bg-base-200');
  return (
    <Menu
      label={say('Categories')}
      mark={<DownMark />}
      look={{ menu: '', button: 'btn-sm min-h-8 w-7 px-0' }}
      onOpen={load}
    >
      <ul className="dropdown-content border-base-300 rounded-box bg-base-100 z-40 mt-3 max-h-[70vh] w-64 overflow-y-auto border p-2 shadow-xl">
        <li>
          <PageLink to="/products" className="rounded-field hover:bg-base-200 block px-3 py-2 font-medium">
            {say('All products')}
          </PageLink>
        </li>
        {links}
      </ul>
    </Menu>
  );
}

function DownMark() {
  return (
    <svg aria-hidden="true" className="size-4" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.75">
      <path strokeLinecap="round" strokeLinejoin="round" d="M4 6l4 4 4-4" />
    </svg>
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

/** @param children stands behind Products */
function Items({ className, children }: { className: ItemClass; children?: ReactNode }) {
  const { status } = useSession();
  return (
    <>
      {useShop().menu.map(({ text, to }) => (
        <Fragment key={to}>
          <li className="contents">
            <PageLink as={NavLink} to={to} className={className}>
              {text}
            </PageLink>
          </li>
          {to === '/products' && children}
        </Fragment>
      ))}
      {/* Only for those who are signed in (spec §2). */}
      {status === 'signed-in' && (
        <li className="contents">
          <PageLink as={NavLink} to="/dashboard" className={className}>
            {say('Dashboard')}
          </PageLink>
        </li>
      )}
    </>
  );
}

function rowClass({ isActive }: { isActive: boolean }): string {
  return `flex h-full items-center px-1.5 xl:px-2 2xl:px-2.5 whitespace-nowrap text-[0.9375rem] font-medium border-b-2 -mb-px pt-0.5 hover:border-base-content/40 ${isActive ? 'border-accent' : 'border-transparent'}`;
}

function listedClass({ isActive }: { isActive: boolean }): string {
  return `rounded-field block border-l-2 px-4 py-3 font-medium hover:bg-base-200 ${isActive ? 'border-accent bg-base-200' : 'border-transparent'}`;
}
