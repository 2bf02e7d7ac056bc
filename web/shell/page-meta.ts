import type { MetaDescriptor } from 'react-router';
import { company } from '#content/company.ts';

interface PageFacts {
  /** Without the company's name. */
  title?: string;
  description: string;
  /** The page's one address, as search engines shall know it; without it the page is not for them. */
  path?: string;
  image?: string;
}

/** Title, description and what search engines and other sites show of a page. */
export function pageMeta(
  { matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] },
  { title, description, path, image }: PageFacts,
): MetaDescriptor[] {
  const fullTitle = title ? `${title} · ${company.name}` : `${company.name} · hand tools in bulk`;
  const baseUrl = baseUrlOf(matches[0]?.loaderData);
  const tags: MetaDescriptor[] = [{ title: fullTitle }, { name: 'description', content: description }];
  if (path === undefined) return [...tags, { name: 'robots', content: 'noindex' }];
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: baseUrl + path },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: company.name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: baseUrl + path },
    ...(image ? [{ property: 'og:image', content: new URL(image, baseUrl).href }] : []),
  ];
}

function baseUrlOf(rootData: unknown): string {
  const isRoot = typeof rootData === 'object' && rootData !== null && 'baseUrl' in rootData;
  return isRoot && typeof rootData.baseUrl === 'string' ? rootData.baseUrl : 'http://localhost:3000';
}
