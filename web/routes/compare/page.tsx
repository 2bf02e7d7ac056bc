import { useLocation } from 'react-router';
import { loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { useLoaded } from '#web/api/use-source.ts';
import { comparedTools } from '#web/queries/catalogue/compared-tools.ts';
import { attributeNames } from '#web/queries/catalogue/tools.ts';
import { readComparison } from '#web/routes/products/comparing.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';
import type { Route } from './+types/page.ts';
import { ComparedTools } from './compared-tools.tsx';

const sourcesOf = (search: string) =>
  [comparedTools(readComparison(new URLSearchParams(search))), attributeNames] as const;
const asked = ({ request }: { request: Request }) => sourcesOf(new URL(request.url).search);

export const loader = (args: Route.LoaderArgs) => preloadPage(args, ...asked(args));
export const clientLoader = (args: Route.ClientLoaderArgs) => loadPage(...asked(args));

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: say('Compare'),
    description: say('Tools side by side: what they are, and what they cost.'),
  });
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Section id="compare" title={say('Compare')} level="h1">
        <Compared />
      </Section>
    </Preloaded>
  );
}

function Compared() {
  const [source, names] = sourcesOf(useLocation().search);
  const tools = useLoaded(source);
  const attributes = useLoaded(names);
  if (tools.length === 0)
    return (
      <p>
        <Said
          text={say('There is nothing to compare yet. <link>Choose up to four tools</link> in the list.')}
          tags={{ link: (words) => <TextLink to="/products">{words}</TextLink> }}
        />
      </p>
    );
  return <ComparedTools tools={tools} names={attributes} />;
}
