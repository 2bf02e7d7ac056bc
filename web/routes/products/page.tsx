import { company } from '#content/company.ts';
import { loadPage, Seeded, seedPage } from '#web/api/seed.tsx';
import { toolList } from '#web/api/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { ToolCard } from './tool-card.tsx';

const tools = toolList();

export const loader = (args: Route.LoaderArgs) => seedPage(args, tools);
export const clientLoader = () => loadPage(tools);
export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, {
    title: 'Products',
    description: `All hand tools that ${company.name} sells by the piece, in bulk, with price, stock and minimum order.`,
    path: '/products',
  });

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Seeded seeds={loaderData.seeds}>
      <div className="mx-auto max-w-7xl px-4 py-8">
        <h1 className="mb-8 text-center text-3xl font-bold">Products</h1>
        <ToolGrid />
      </div>
    </Seeded>
  );
}

function ToolGrid() {
  const { rows } = useLoaded(tools);
  if (rows.length === 0) return <p className="text-center">No tools are for sale just now.</p>;
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {rows.map((tool) => (
        <ToolCard key={tool._id} tool={tool} />
      ))}
    </ul>
  );
}
