import { about } from '#content/company.ts';
import { picturePath } from '#content/pictures.ts';
import { ReasonsBlock } from '#web/routes/home/reasons-block.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'About', description: about.paragraphs[0], path: '/about' });

export default function AboutPage() {
  return (
    <>
      <Section id="about" title={about.title} level="h1">
        <div className="grid items-center gap-10 lg:grid-cols-2">
          <div className="max-w-prose space-y-4 text-lg">
            {about.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <Picture
            image={picturePath('hammer-and-wrench')}
            alt=""
            frame="pegboard rounded-box aspect-4/3 w-full"
            sizes="(min-width: 1024px) 460px, 75vw"
            priority
          />
        </div>
      </Section>
      <ReasonsBlock />
    </>
  );
}
