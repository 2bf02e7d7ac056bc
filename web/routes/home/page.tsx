import type { ReactNode } from 'react';
import { Preloaded, loadPage, preloadPage } from '#web/api/preload.tsx';
import { reviewList } from '#web/queries/buying/reviews.ts';
import { HOME_COUNT, toolList } from '#web/queries/catalogue/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { ReviewCard } from '#web/routes/reviews/review-card.tsx';
import { ToolCard } from '#web/routes/products/tool-card.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { organization } from '#web/shell/structured-data.ts';
import { shopIn, useShop } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { Banner } from './banner.tsx';
import { ContactBlock } from './contact-block.tsx';
import { ReasonsBlock } from './reasons-block.tsx';
import { TrustBlock } from './trust-block.tsx';
import { StatisticsBlock } from './statistics-block.tsx';

const tools = toolList({ limit: HOME_COUNT });
const reviews = reviewList({ limit: HOME_COUNT });

export const loader = (args: Route.LoaderArgs) => preloadPage(args, tools, reviews);
export const clientLoader = () => loadPage(tools, reviews);
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    description: shopIn(args).texts.tagline || shopIn(args).company.name,
    path: '/',
    structured: organization,
  });

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Banner />
      <ToolPreview />
      <StatisticsBlock />
      <ReviewPreview />
      <ReasonsBlock />
      <TrustBlock />
      <ContactBlock />
    </Preloaded>
  );
}

function ToolPreview() {
  const cards = useLoaded(tools).rows.map((tool, at) => <ToolCard key={tool._id} tool={tool} priority={at === 0} />);
  const { productsTitle, productsButton } = useShop().texts;
  return <Preview id="home-products" title={productsTitle} cards={cards} to="/products" all={productsButton} />;
}

function ReviewPreview() {
  const cards = useLoaded(reviews).rows.map((review) => <ReviewCard key={review._id} review={review} />);
  const { sections, texts } = useShop();
  if (!sections.reviews) return null;
  return <Preview id="home-reviews" title={texts.reviewsTitle} cards={cards} to="/reviews" all={texts.reviewsButton} />;
}

/** The first of what a page shows. @param all what leads to the page */
function Preview({ id, title, cards, to, all }: Record<'id' | 'title' | 'to' | 'all', string> & { cards: ReactNode }) {
  return (
    <Section id={id} title={title}>
      <ul className="tool-grid">{cards}</ul>
      {all && (
        <p className="mt-8">
          <PageLink to={to} className="btn btn-outline">
            {all}
          </PageLink>
        </p>
      )}
    </Section>
  );
}
