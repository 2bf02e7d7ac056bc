import { say } from '#web/saying/say.ts';
import './forms/no-code-from-text.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRevalidator } from 'react-router';
import { ApiError } from './api/api-error.ts';
import { throwAsPage } from './api/preload.tsx';
import { createQueryClient, tabQueryClient } from './api/query-client.ts';
import type { Route } from './+types/root.ts';
import headingFont from './fonts/heading.woff2?url';
import textFont from './fonts/text.woff2?url';
import { pageContext } from './api/page-context.ts';
import { writeAs } from './shell/format.ts';
import { isAsItCame, type RootData, useShop } from './shell/shop-front.ts';
import { shopFront } from './queries/office/shop-front.ts';
import { NOT_FOUND } from './routes/not-found/words.ts';
import { Footer } from './shell/footer.tsx';
import { KEEP_SENT_EARLY } from './forms/sent-early.ts';
import { PRODUCTS_VIEW } from './routes/products/view.ts';
import { NavBar } from './nav-bar/nav-bar.tsx';
import { prefetchData } from './queries/prefetch-data.ts';
import { NavigationFocus } from './shell/navigation-focus.tsx';
import { OfflineNote } from './shell/offline-note.tsx';
import { prefetchBy } from './shell/page-link.tsx';
import { ProblemScreen } from './shell/problem-screen.tsx';
import { NavigationProgress } from './shell/navigation-progress.tsx';
import { FOR_SIGNED_IN, pageMeta } from './shell/page-meta.ts';
import { BUYING_FOR, HAS_COMPANIES } from './session/buying-for.ts';
import { SENT_AWAY } from './session/sent-away.ts';
import { ToastArea } from './shell/toast-area.tsx';
import './theme.css';

prefetchBy(prefetchData);

/** Fetched where nothing is found: most pages never need it. */
const NotFound = lazy(async () => ({ default: (await import('./routes/not-found/not-found.tsx')).NotFound }));

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { api, baseUrl } = context.get(pageContext);
  return { baseUrl, shop: await shopFront.fetch(api).catch(throwAsPage) };
}

/** For addresses without a page of their own that could say it: nothing is there, or it could not be made. */
export function meta(args: Route.MetaArgs) {
  if (isRouteErrorResponse(args.error) && args.error.status === 404) return pageMeta(args, NOT_FOUND);
  return pageMeta(args, { title: say('This page cannot be shown'), description: say('Something went wrong.') });
}

/** A document keeps what it came with; the next one says what has been set since. */
export function shouldRevalidate() {
  return false;
}

/**
 * Before anything is painted: there is script, who is signed in needs no Login button, who belongs to a company has room for
 * the choice of it, who buys for one sees no other prices, and tools are shown as was chosen.
 */
const HEAD_MARKS = `document.documentElement.dataset.script='';try{if(localStorage.getItem('accessToken'))document.documentElement.dataset.signedIn='';if(localStorage.getItem('accessToken')&&localStorage.getItem('${BUYING_FOR}'))document.documentElement.dataset.ofCompany='';if(localStorage.getItem('accessToken')&&localStorage.getItem('${HAS_COMPANIES}'))document.documentElement.dataset.hasCompanies='';if(localStorage.getItem('${PRODUCTS_VIEW}')==='table')document.documentElement.dataset.view='table'}catch{}`;

/**
 * The same for visitors of a page that is not for them, which says so in its head: they are led to the login page before
 * they see it, however long the page's script takes. Search engines read the page, as before.
 */
const LEAD_AWAY = `try{var d=document.documentElement.dataset;if(!('signedIn' in d)&&document.querySelector('meta[name="${FOR_SIGNED_IN.name}"]')){sessionStorage.setItem('${SENT_AWAY}',location.pathname+location.search);d.leaving='';location.replace('/login')}}catch{}`;

export function Layout({ children }: { children: ReactNode }) {
  const shop = useShop();
  writeAs(shop);
  // What is fetched for one visitor's page must not reach another's: each render on the server has a cache of its own.
  const [client] = useState(() => (import.meta.env.SSR ? createQueryClient() : tabQueryClient()));
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isAsItCame(shop) ? (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/site.webmanifest" />
          </>
        ) : (
          // Those say the name that the shop came with. An icon of nothing keeps browsers from asking for one.
          <link rel="icon" href={shop.logo ?? 'data:,'} />
        )}
        <link rel="license" href="/licences.txt" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
        {/* It has run by the time the page's own script comes, which then need not carry it. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? HEAD_MARKS + LEAD_AWAY + KEEP_SENT_EARLY : '' }}
        />
      </head>
      <body className="flex min-h-screen flex-col">
        <a
          href="#main"
          className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          {say('Skip to content')}
        </a>
        <QueryClientProvider client={client}>
          <NavBar />
          <NavigationProgress />
          <NavigationFocus />
          <main id="main" tabIndex={-1} data-focus-target className="grow">
            {children}
          </main>
          <Footer />
          <ToastArea />
          <OfflineNote />
        </QueryClientProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  }
  const message =
    error instanceof ApiError
      ? error.message
      : isRouteErrorResponse(error) && typeof error.data === 'string' && error.data !== ''
        ? error.data
        : say('Something went wrong. Please try again.');
  // What the address asks for, such as a size that no tool has any more, is refused however often it is tried.
  const inVain = (error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 400;
  return (
    <ProblemScreen title={say('This page cannot be shown')} message={message} again={revalidate} inVain={inVain} />
  );
}
