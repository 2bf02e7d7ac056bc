import type { MetaDescriptor } from 'react-router';
import type { ShopFront } from '#contract/office/settings.ts';
import { isAsItCame, rootDataOf } from './shop-front.ts';

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
  const said = title || shop.texts.homeTitle;
  const fullTitle = title ? `${title} · ${name}` : said ? `${name} · ${said}` : name;
  const shared = image || shop.pictures.share || (isAsItCame(shop) ? SHARE_PICTURE : undefined);
  const alt =
    image === undefined ? (shop.texts.homeTitle ? `${name}: ${shop.texts.homeTitle}` : name) : (title ?? fullTitle);
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
    ...(shared === undefined
      ? []
      : [
          { property: 'og:image', content: new URL(shared, baseUrl).href },
          { property: 'og:image:alt', content: alt },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]),
    ...(structured ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...structured(baseUrl, shop) } }] : []),
  ];
}

/** The `meta` of a page of which the same is said whatever it shows. */
export function metaOf(facts: PageFacts) {
  return (args: Parameters<typeof pageMeta>[0]) => pageMeta(args, facts);
}
