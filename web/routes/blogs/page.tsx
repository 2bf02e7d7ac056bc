import { answers } from '#content/blogs.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    title: 'Blogs',
    description: 'Five questions that developers ask, answered: performance, state, prototypes, tests and search.',
    path: '/blogs',
  });

export default function BlogsPage() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <h1 className="mb-8 text-3xl font-bold">Blogs</h1>
      {answers.map(({ question, paragraphs }) => (
        <article key={question} className="mb-10">
          <h2 className="mb-3 text-xl font-semibold">{question}</h2>
          {paragraphs.map((paragraph) =>
            typeof paragraph === 'string' ? (
              <p key={paragraph} className="mb-3">
                {paragraph}
              </p>
            ) : (
              <pre
                key={paragraph.code}
                className="bg-base-200 rounded-box mb-3 overflow-x-auto p-4 text-sm"
                tabIndex={0}
              >
                <code>{paragraph.code}</code>
              </pre>
            ),
          )}
        </article>
      ))}
    </div>
  );
}
