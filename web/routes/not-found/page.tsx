import { data } from 'react-router';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { NotFound } from './not-found.tsx';
import { NOT_FOUND } from './words.ts';

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;
export const meta = (args: Route.MetaArgs) => pageMeta(args, NOT_FOUND);

export default function NotFoundPage() {
  return <NotFound />;
}
