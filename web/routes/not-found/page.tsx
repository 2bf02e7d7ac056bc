import { data } from 'react-router';
import { metaOf } from '#web/shell/page-meta.ts';
import { NotFound } from './not-found.tsx';
import { NOT_FOUND } from './words.ts';

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;
export const meta = metaOf(NOT_FOUND);

export default function NotFoundPage() {
  return <NotFound />;
}
