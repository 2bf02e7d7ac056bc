import { data } from 'react-router';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { NotFound } from './not-found.tsx';

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Page Not Found', description: 'There is nothing at this address.' });

export default function NotFoundPage() {
  return <NotFound />;
}
