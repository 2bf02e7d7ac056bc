import './forms/no-code-from-text.ts';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRevalidator } from 'react-router';
import { ApiError } from './api/api-error.ts';
import type { Route } from './+types/root.ts';
import headingFont from './fonts/heading.woff2?url';
import textFont from './fonts/text.woff2?url';
import { pageContext } from './page-context.ts';
import { NotFound } from './routes/not-found/not-found.tsx';
import { Footer } from './shell/footer.tsx';
import { NavBar } from './shell/nav-bar.tsx';
import { NavigationFocus } from './shell/navigation-focus.tsx';
import { OfflineNote } from './shell/offline-note.tsx';
import { ProblemScreen } from './shell/problem-screen.tsx';
import { ToastArea } from './shell/toast-area.tsx';
import './theme.css';

export function loader({ context }: Route.LoaderArgs) {
  return { baseUrl: context.get(pageContext).baseUrl };
}

/** The shop's address does not change while a page is open. */
export function shouldRevalidate() {
  return false;
}

/** Before anything is painted: the Login button of the document is not for those who are signed in. */
const SIGNED_IN_MARK = `try{if(localStorage.getItem('accessToken'))document.documentElement.dataset.signedIn=''}catch{}`;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
        <script dangerouslySetInnerHTML={{ __html: SIGNED_IN_MARK }} />
      </head>
      <body className="flex min-h-screen flex-col">
        <a
          href="#main"
          className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          Skip to content
        </a>
        <NavBar />
        <NavigationFocus />
        <main id="main" tabIndex={-1} data-focus-target className="grow">
          {children}
        </main>
        <Footer />
        <ToastArea />
        <OfflineNote />
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
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const message =
    error instanceof ApiError
      ? error.message
      : isRouteErrorResponse(error) && typeof error.data === 'string' && error.data !== ''
        ? error.data
        : 'Something went wrong while this page was made. Please try again.';
  return <ProblemScreen title="This page cannot be shown" message={message} again={revalidate} />;
}
