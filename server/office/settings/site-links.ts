import { footerColumns, menuLinks } from '#content/site-links.ts';
import type { PageEntry } from '#contract/office/pages.ts';
import type { ShopFront } from '#contract/office/settings.ts';

type Link = ShopFront['menu'][number];

/** What the bar and the foot of every page lead to: the shop's pages, and the owner's own where they have their place. */
export function siteLinks(pages: readonly PageEntry[]): Pick<ShopFront, 'menu' | 'footer' | 'terms'> {
  const linked = (places: PageEntry['place'][]) =>
    pages
      .filter(({ place }) => places.includes(place))
      .map(({ slug, title }): Link => ({ text: title, to: `/pages/${slug}` }));
  const columns = footerColumns.map(({ title, links }) => ({ title, links: links.map(asLink) }));
  const own = linked(['footer', 'menu']);
  return {
    menu: [...menuLinks.map(asLink), ...linked(['menu'])],
    footer: own.length === 0 ? columns : [...columns, { title: 'Good to know', links: own }],
    terms: pages.some(({ slug }) => slug === 'terms'),
  };
}

function asLink([text, to]: readonly [string, string]): Link {
  return { text, to };
}
