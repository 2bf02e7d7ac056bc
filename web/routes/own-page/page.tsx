import { foundBy, loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { useLoaded } from '#web/api/use-source.ts';
import { ownPage } from '#web/queries/office/pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { PageText } from './page-text.tsx';

export const loader = (args: Route.LoaderArgs) => preloadPage(args, ownPage(args.params.slug));
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPage(ownPage(params.slug));

export function meta(args: Route.MetaArgs) {
  const { slug } = args.params;
  const { title, description } = foundBy(ownPage(slug), args.loaderData) ?? { title: slug, description: slug };
  return pageMeta(args, { title, description: description || title, path: `/pages/${slug}` });
}

/** A page that the owner has written. */
export default function OwnPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Written key={params.slug} slug={params.slug} />
    </Preloaded>
  );
}

function Written({ slug }: { slug: string }) {
  const { title, html, language } = useLoaded(ownPage(slug));
  return (
    <div lang={language ?? undefined}>
      <Section id="own-page" title={title} level="h1">
        <PageText html={html} />
      </Section>
    </div>
  );
}
