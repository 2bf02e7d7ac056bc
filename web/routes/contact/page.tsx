import { cityOf, shopIn } from '#web/shell/shop-front.ts';
import { ContactBlock } from '#web/routes/home/contact-block.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';
import type { Route } from './+types/page.ts';

export function meta(args: Route.MetaArgs) {
  const shop = shopIn(args);
  const city = cityOf(shop);
  const place = city === null ? '' : ` in ${city}`;
  return pageMeta(args, {
    title: shop.texts.menuContact || say('Contact Us'),
    description: say('Where to find {name}{place}, when, and how to reach the sales office.', {
      name: shop.company.name,
      place,
    }),
    path: '/contactUs',
  });
}

export default function ContactPage() {
  return <ContactBlock level="h1" />;
}
