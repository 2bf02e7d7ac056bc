import { requireSection } from '#web/queries/office/shown-section.ts';
import type { Route } from './+types/page.ts';
import type { ReactNode } from 'react';
import { portfolio } from '#content/portfolio.ts';
import { Gallery } from '#web/routes/about/gallery.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { shopIn, useShop } from '#web/shell/shop-front.ts';
import { Section } from '#web/ui/section.tsx';

export async function loader(args: Route.LoaderArgs) {
  await requireSection(args, 'portfolio');
  return null;
}
/** What leads here is gone where the page is. */
export const clientLoader = () => null;
export function meta(args: Route.MetaArgs) {
  const { company, pictures, texts } = shopIn(args);
  return pageMeta(args, {
    title: texts.menuPortfolio || 'My Portfolio',
    description: pictures.works.length === 0 ? portfolio.summary : `${texts.worksTitle || 'Pictures'}: ${company.name}`,
    path: '/myPortfolio',
  });
}

/** The owner's pictures, once there are some, in place of what the shop came with. */
export default function PortfolioPage() {
  const { company, pictures, texts } = useShop();
  if (pictures.works.length === 0) return <Curriculum />;
  return (
    <Section id="portfolio" title={texts.worksTitle || company.name} level="h1">
      <Gallery pictures={pictures.works} />
    </Section>
  );
}

function Curriculum() {
  return (
    <Section id="portfolio" title={portfolio.name} level="h1" lead={portfolio.summary}>
      <p className="mb-8">
        {portfolio.role},{' '}
        <a className="link decoration-accent underline-offset-4" href={`mailto:${portfolio.email}`}>
          {portfolio.email}
        </a>
      </p>
      <Chapter title="Education">
        <ul className="space-y-4">
          {portfolio.education.map(({ what, where, when }) => (
            <li key={what}>
              <p className="font-semibold">{what}</p>
              <p className="muted">
                {where}, {when}
              </p>
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter title="Skills">
        <ul className="flex flex-wrap gap-2">
          {portfolio.skills.map((skill) => (
            <li key={skill} className="border-base-content/40 rounded-field border px-3 py-1 text-sm font-medium">
              {skill}
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter title="Projects">
        <ul className="grid gap-5 md:grid-cols-3">
          {portfolio.projects.map(({ name, url, text }) => (
            <li key={name} className="border-base-content border-t-2 pt-3">
              <a className="link font-display decoration-accent text-xl font-semibold underline-offset-4" href={url}>
                {name}
              </a>
              <p className="muted mt-1">{text}</p>
            </li>
          ))}
        </ul>
      </Chapter>
    </Section>
  );
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-base-300 grid gap-4 border-t py-8 lg:grid-cols-[14rem_1fr]">
      <h2 className="text-2xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}
