import { data, type RouterContextProvider } from 'react-router';
import type { ShopFront } from '#contract/office/settings.ts';
import { pageContext } from '#web/api/page-context.ts';
import { throwAsPage } from '#web/api/preload.tsx';
import { say } from '#web/saying/say.ts';
import { shopFront } from './shop-front.ts';

/** For the `loader` of a page that its owner may turn off: then nothing is there. */
export async function requireSection(
  { context }: { context: Readonly<RouterContextProvider> },
  section: keyof ShopFront['sections'],
): Promise<void> {
  if (!(await isShown({ context }, section))) throw data(say('There is no such page.'), { status: 404 });
}

/** Whether the owner shows a section, for the `loader` of a page that has it among others. */
export async function isShown(
  { context }: { context: Readonly<RouterContextProvider> },
  section: keyof ShopFront['sections'],
): Promise<boolean> {
  const { sections } = await shopFront.fetch(context.get(pageContext).api).catch(throwAsPage);
  return sections[section];
}
