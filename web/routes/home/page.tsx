import { useLoaderData } from 'react-router';
import { pageContext } from '#web/page-context.ts';
import type { Route } from './+types/page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(pageContext).api(new Request('http://shop/tool?limit=6'));
  return { tools: await answer.json() };
}

export default function Home() {
  const { tools } = useLoaderData<typeof loader>();
  return <h1>Products {tools.length}</h1>;
}
