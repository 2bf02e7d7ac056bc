import { useOwnPage } from '#web/queries/office/pages.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { PageEditor } from './page-editor.tsx';

export const meta = metaOf({ title: 'Write a Page', description: 'A page of your own.' });

export default function OnePagePage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="pages">
      <Loaded key={params.slug} slug={params.slug} />
    </RequirePermission>
  );
}

function Loaded({ slug }: { slug: string }) {
  const { data, error } = useOwnPage(slug);
  if (data !== undefined) return <PageEditor slug={slug} page={data} />;
  return <NotShown what="the page" error={error} />;
}
