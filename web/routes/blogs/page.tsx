import { requireSection } from '#web/queries/office/shown-section.ts';
import type { Route } from './+types/page.ts';
import { useId } from 'react';
import { answers, type Answer } from '#content/blogs.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';

export async function loader(args: Route.LoaderArgs) {
  await requireSection(args, 'blogs');
  return null;
}
/** What leads here is gone where the page is. */
export const clientLoader = () => null;
export const meta = metaOf({
  title: 'Blogs',
  description: 'Five questions that developers ask, answered: performance, state, prototypes, tests and search.',
  path: '/blogs',
});

export default function BlogsPage() {
  return (
    <Section id="blogs" title="Blogs" level="h1" lead="Five questions that the people who build this shop are asked.">
      {answers.map((answer) => (
        <Article key={answer.question} {...answer} />
      ))}
    </Section>
  );
}

function Article({ question, paragraphs }: Answer) {
  const heading = useId();
  const samples = paragraphs.filter((paragraph) => typeof paragraph !== 'string');
  return (
    <article
      aria-labelledby={heading}
      className="border-base-300 grid gap-x-12 gap-y-4 border-t py-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
    >
      <h2 id={heading} className="text-2xl font-semibold">
        {question}
      </h2>
      <div className="max-w-prose min-w-0 space-y-4 leading-relaxed">
        {paragraphs.map((paragraph) =>
          typeof paragraph === 'string' ? (
            <p key={paragraph}>{paragraph}</p>
          ) : (
            <pre
              key={paragraph.code}
              role="group"
              aria-label={samples.length > 1 ? `Code sample ${samples.indexOf(paragraph) + 1}` : 'Code sample'}
              className="bg-board text-on-board rounded-box overflow-x-auto p-4 text-sm"
              tabIndex={0}
            >
              <code>{paragraph.code}</code>
            </pre>
          ),
        )}
      </div>
    </article>
  );
}
