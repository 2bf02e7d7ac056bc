/** What the bar on every page leads to (spec §2), until its owner calls it otherwise. */
export const menuTexts = {
  menuProducts: 'Products',
  menuReviews: 'Reviews',
  menuAbout: 'About',
  menuContact: 'Contact Us',
  menuBlogs: 'Blogs',
  menuPortfolio: 'My Portfolio',
};

/** Where each of them is. */
export const menuLinks = [
  ['menuProducts', '/products'],
  ['menuReviews', '/reviews'],
  ['menuAbout', '/about'],
  ['menuContact', '/contactUs'],
  ['menuBlogs', '/blogs'],
  ['menuPortfolio', '/myPortfolio'],
] as const;
