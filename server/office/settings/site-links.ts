import { menuLinks } from '#content/site-links.ts';
import type { PageEntry } from '#contract/office/pages.ts';
import { isInSections } from '#contract/office/sections.ts';
import type { ShopFront } from '#contract/office/settings.ts';

type Link = ShopFront['menu'][number];

/**
 * What the bar and the foot of every page lead to: the shop's pages, but for what the owner turned off or left without words,
 * and the owner's own where they have their place.
 */
export function siteLinks(
  { texts, sections }: Pick<ShopFront, 'texts' | 'sections'>,
  pages: readonly PageEntry[],
): Pick<ShopFront, 'menu' | 'footer' | 'terms'> {
  const linked = (places: PageEntry['place'][]) =>
    pages
      .filter(({ place }) => places.includes(place))
      .map(({ slug, title }): Link => ({ text: title, to: `/pages/${slug}` }));
  const isOn = ({ text, to }: Link) => text !== '' && isInSections(to, sections);
  const assured = (isOfWorks: boolean) =>
    (sections.trust ? texts.trust : [])
      .filter(({ id }) => (id === 'works') === isOfWorks)
      .map(({ id, title }): Link => ({ text: title, to: `/about#${id}` }));
  // Words of their own: what the bar's links are called leads to the bar's links. The developer's pages come last.
  const columns = [
    {
      title: texts.footerBuying,
      links: [
        { text: texts.footerCatalogue, to: '/products' },
        { text: texts.footerReviews, to: '/reviews' },
        ...assured(false),
      ],
    },
    {
      title: texts.footerCompany,
      links: [
        ...assured(true),
        { text: texts.footerContact, to: '/contactUs' },
        { text: texts.footerBlogs, to: '/blogs' },
        { text: texts.footerPortfolio, to: '/myPortfolio' },
      ],
    },
    { title: texts.footerPages, links: linked(['footer', 'menu']) },
  ];
  return {
    menu: [...menuLinks.map(([name, to]): Link => ({ text: texts[name], to })).filter(isOn), ...linked(['menu'])],
    footer: columns
      .map(({ title, links }) => ({ title, links: links.filter(isOn) }))
      .filter(({ title, links }) => title !== '' && links.length > 0),
    terms: pages.some(({ slug }) => slug === 'terms'),
  };
}
