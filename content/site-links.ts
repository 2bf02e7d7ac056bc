import { trustTitles } from './trust-titles.ts';

/** The bar on every page (spec §2). */
export const menuLinks = [
  ['Products', '/products'],
  ['Reviews', '/reviews'],
  ['About', '/about'],
  ['Contact Us', '/contactUs'],
  ['Blogs', '/blogs'],
  ['My Portfolio', '/myPortfolio'],
] as const;

/** The foot of every page. Words of their own: what the bar's links are called leads to the bar's links. The developer's pages come last. */
export const footerColumns = [
  {
    title: 'Buying',
    links: [
      ['The whole catalogue', '/products'],
      ['What customers say', '/reviews'],
      [trustTitles.certificates, '/about#certificates'],
      [trustTitles.delivery, '/about#delivery'],
      [trustTitles.returns, '/about#returns'],
      [trustTitles.paying, '/about#paying'],
    ],
  },
  {
    title: 'The company',
    links: [
      [trustTitles.works, '/about#works'],
      ['Where to find us', '/contactUs'],
      ['Five answers for developers', '/blogs'],
      ['Who made this shop', '/myPortfolio'],
    ],
  },
] as const;
