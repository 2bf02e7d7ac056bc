import { company } from '#content/company.ts';
import { ContactBlock } from '#web/routes/home/contact-block.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    title: 'Contact Us',
    description: `Where to find ${company.name} in Dhaka, when, and how to reach the sales office.`,
    path: '/contactUs',
  });

export default function ContactPage() {
  return <ContactBlock level="h1" />;
}
