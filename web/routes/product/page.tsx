import { loadPage, Seeded, seedPage } from '#web/api/seed.tsx';
import { oneTool } from '#web/api/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { ToLogin } from '#web/session/guards.tsx';
import { useSession } from '#web/session/tab-session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { ToolFacts } from './tool-facts.tsx';

export const loader = (args: Route.LoaderArgs) => seedPage(args, oneTool(args.params.productId));
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPage(oneTool(params.productId));

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Order a tool',
    description: 'Price per piece, stock and minimum order quantity.',
    path: `/products/${args.params.productId}`,
  });
}

export default function ProductPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Seeded seeds={loaderData.seeds}>
      <Detail key={params.productId} id={params.productId} />
    </Seeded>
  );
}

/** The document shows the facts to everybody, search engines too; the browser then asks who is there (spec §2). */
function Detail({ id }: { id: string }) {
  const tool = useLoaded(oneTool(id));
  const { status, user } = useSession();
  if (status === 'signed-out') return <ToLogin />;
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 lg:grid-cols-2">
      <ToolFacts tool={tool} />
      <section className="min-h-[44rem]" aria-labelledby="purchase">
        <h2 id="purchase" className="mb-4 text-2xl font-bold">
          Purchase
        </h2>
        {user && <PurchaseForm key={user.uid} tool={tool} user={user} />}
      </section>
    </div>
  );
}
