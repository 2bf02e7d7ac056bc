import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';

/** Every address of the shop (spec §2). */
export default [
  index('routes/home/page.tsx'),
  page('about', 'routes/about/page.tsx'),
  page('products', 'routes/products/page.tsx'),
  page('products/:productId', 'routes/product/page.tsx'),
  page('basket', 'routes/basket/page.tsx'),
  page('order-pad', 'routes/order-pad/page.tsx'),
  page('reviews', 'routes/reviews/page.tsx'),
  page('blogs', 'routes/blogs/page.tsx'),
  page('contactUs', 'routes/contact/page.tsx'),
  page('myPortfolio', 'routes/portfolio/page.tsx'),
  page('login', 'routes/login/page.tsx'),
  page('register', 'routes/register/page.tsx'),
  page('magic-link', 'routes/magic-link/page.tsx'),
  page('phone-login', 'routes/phone-login/page.tsx'),
  page('two-factor', 'routes/two-factor/page.tsx'),
  page('signed-in', 'routes/signed-in/page.tsx'),
  page('forgot-password', 'routes/forgot-password/page.tsx'),
  page('reset-password', 'routes/reset-password/page.tsx'),
  page('join', 'routes/join/page.tsx'),
  page('dashboard', 'routes/dashboard/layout.tsx', [
    index('routes/dashboard/buying/orders/page.tsx'),
    page('lists', 'routes/dashboard/buying/lists/page.tsx'),
    page('lists/:id', 'routes/dashboard/buying/list/page.tsx'),
    page('addReview', 'routes/dashboard/buying/add-review/page.tsx'),
    page('myProfile', 'routes/dashboard/people/profile/page.tsx'),
    page('company', 'routes/dashboard/buying/firms/page.tsx'),
    page('company/:id', 'routes/dashboard/buying/firm/page.tsx'),
    page('companies', 'routes/dashboard/buying/all-firms/page.tsx'),
    page('companies/:id', 'routes/dashboard/buying/one-firm/page.tsx'),
    page('priceLists', 'routes/dashboard/catalogue/price-lists/page.tsx'),
    page('priceLists/:id', 'routes/dashboard/catalogue/price-list/page.tsx'),
    page('payment/:id', 'routes/dashboard/money/payment/page.tsx'),
    page('receipt/:id', 'routes/dashboard/money/receipt/page.tsx'),
    page('overview', 'routes/dashboard/money/overview/page.tsx'),
    page('orders', 'routes/dashboard/buying/all-orders/page.tsx'),
    page('newOrder', 'routes/dashboard/buying/new-order/page.tsx'),
    page('toShip', 'routes/dashboard/money/to-ship/page.tsx'),
    page('orders/:id', 'routes/dashboard/buying/order/page.tsx'),
    page('apiKeys', 'routes/dashboard/office/api-keys/page.tsx'),
    page('webhooks', 'routes/dashboard/office/webhooks/page.tsx'),
    page('audit', 'routes/dashboard/people/audit/page.tsx'),
    page('settings', 'routes/dashboard/office/settings/page.tsx'),
    page('users', 'routes/dashboard/office/users/page.tsx'),
    page('addProduct', 'routes/dashboard/catalogue/add-product/page.tsx'),
    page('manageProducts', 'routes/dashboard/catalogue/manage-products/page.tsx'),
    page('sheet', 'routes/dashboard/catalogue/sheet/page.tsx'),
    page('import', 'routes/dashboard/catalogue/import/page.tsx'),
  ]),
  route('*', 'routes/not-found/page.tsx'),
] satisfies RouteConfig;

/** One spelling for each address, so that a page is cached once and dropped wherever it is cached. */
function page(path: string, file: string, children?: RouteConfigEntry[]): RouteConfigEntry {
  return children ? route(path, file, { caseSensitive: true }, children) : route(path, file, { caseSensitive: true });
}
