import { about } from '#content/company.ts';
import { ReasonsBlock } from '#web/routes/home/reasons-block.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'About', description: about.paragraphs[0], path: '/about' });

export default function AboutPage() {
  return (
    <>
      <section className="mx-auto max-w-3xl px-4 py-8">
        <h1 className="mb-6 text-3xl font-bold">{about.title}</h1>
        {about.paragraphs.map((paragraph) => (
          <p key={paragraph} className="mb-4 text-lg">
            {paragraph}
          </p>
        ))}
      </section>
      <ReasonsBlock />
    </>
  );
}
