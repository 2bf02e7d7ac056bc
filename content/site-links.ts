/** The bar on every page (spec §2). */
export const menuLinks = [
  ['Products', '/products'],
  ['Reviews', '/reviews'],
  ['About', '/about'],
  ['Contact Us', '/contactUs'],
  ['Blogs', '/blogs'],
  ['My Portfolio', '/myPortfolio'],
] as const;
