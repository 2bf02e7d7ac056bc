import { lazy, Suspense } from 'react';
import { TrustBlock } from '#web/routes/home/trust-block.tsx';
import { ReasonsBlock } from '#web/routes/home/reasons-block.tsx';
import { shopIn, useShop } from '#web/shell/shop-front.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';

export function meta(args: Route.MetaArgs) {
  const { texts, company } = shopIn(args);
  return pageMeta(args, {
    title: texts.menuAbout || texts.aboutTitle,
    description: paragraphsOf(texts.aboutText)[0] ?? company.name,
    path: '/about',
  });
}

/** A shop that has no pictures comes without its script. */
const Gallery = lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }));

/** Paragraphs have an empty line between them. */
const paragraphsOf = (text: string) => text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');

export default function AboutPage() {
  const { company, pictures, texts } = useShop();
  const { aboutTitle, aboutText } = texts;
  return (
    <>
      <Section id="about" title={aboutTitle || company.name} level="h1">
        <div className={`grid items-center gap-10 ${pictures.about ? 'lg:grid-cols-2' : ''}`}>
          <div className="max-w-prose space-y-4 text-lg">
            {paragraphsOf(aboutText).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {pictures.about && (
            <Picture
              image={pictures.about}
              alt=""
              frame="pegboard rounded-box aspect-4/3 w-full lg:aspect-2/1"
              sizes="(min-width: 1024px) 460px, 75vw"
              priority
            />
          )}
        </div>
      </Section>
      {pictures.works.length > 0 && (
        <Section id="about-works" title={texts.worksTitle}>
          <Suspense>
            <Gallery pictures={pictures.works} />
          </Suspense>
        </Section>
      )}
      <ReasonsBlock />
      <TrustBlock />
      {pictures.certificates.length > 0 && (
        <Section id="about-certificates" title={texts.certificatesTitle}>
          <Suspense>
            <Gallery pictures={pictures.certificates} />
          </Suspense>
        </Section>
      )}
    </>
  );
}
