import { picturePath } from '#content/picture-path.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import { NOT_FOUND } from './words.ts';

/** Spec §2: a heading and a picture of the error. Inside a page that has a main heading, this one is of level 2. */
export function NotFound({ heading: Heading = 'h1' }: { heading?: 'h1' | 'h2' }) {
  return (
    <section className="page-width grid min-h-[70vh] items-center gap-8 py-10 md:grid-cols-2">
      <Picture
        image={picturePath('not-found')}
        alt={say('The outline of a hammer on a tool board; the hammer is gone')}
        frame="pegboard rounded-box mx-auto aspect-square w-full max-w-md"
        sizes="(min-width: 768px) 448px, 100vw"
        priority
      />
      <div>
        <p className="text-accent font-display text-xl font-semibold tabular-nums">404</p>
        <Heading className="mt-1 text-4xl font-semibold sm:text-5xl">{NOT_FOUND.title}</Heading>
        <p className="muted mt-4 text-lg">{NOT_FOUND.description}</p>
        <PageLink to="/" className="btn btn-primary mt-8">
          {say('To the home page')}
        </PageLink>
      </div>
    </section>
  );
}
