import type { MetaDescriptor } from 'react-router';
import type { ShopFront } from '#contract/office/settings.ts';
import { rootDataOf } from './shop-front.ts';

interface PageFacts {
  /** Without the company's name. */
  title?: string;
  description: string;
  /** The page's one address, as search engines shall know it; without it the page is not for them. */
  path?: string;
  image?: string;
  /** What search engines read as data, in the terms of schema.org; the shop's address goes before each path in it. */
  structured?: (baseUrl: string, shop: ShopFront) => Record<string, unknown>;
}

/** In the head of a page that is for the signed in, though search engines may read it; see root.tsx. */
export const FOR_SIGNED_IN = { name: 'audience', content: 'signed-in' };

/** The picture of a shared link, where the page has none of its own. */
const SHARE_PICTURE = '/share.png';

/** Title, description and what search engines and other sites show of a page. */
export function pageMeta(
  { matches }: { matches: readonly ({ loaderData?: unknown } | undefined)[] },
  { title, description, path, image, structured }: PageFacts,
): MetaDescriptor[] {
  const { baseUrl, shop } = rootDataOf(matches[0]?.loaderData);
  const { name } = shop.company;
  const fullTitle = title ? `${title} · ${name}` : `${name} · hand tools in bulk`;
  const tags: MetaDescriptor[] = [{ title: fullTitle }, { name: 'description', content: description }];
  if (path === undefined) return [...tags, { name: 'robots', content: 'noindex' }];
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: baseUrl + path },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: baseUrl + path },
    { property: 'og:image', content: new URL(image ?? SHARE_PICTURE, baseUrl).href },
    { property: 'og:image:alt', content: image === undefined ? `${name}: hand tools in bulk` : (title ?? fullTitle) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(structured ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...structured(baseUrl, shop) } }] : []),
  ];
}

/** The `meta` of a page of which the same is said whatever it shows. */
export function metaOf(facts: PageFacts) {
  return (args: Parameters<typeof pageMeta>[0]) => pageMeta(args, facts);
}
