import { lazy, Suspense } from 'react';
import { foundBy, loadPage, Preloaded, preloadPage } from '#web/api/preload.tsx';
import { LostHere } from '#web/basket/lost-here.tsx';
import { OwnNumberOfTool } from '#web/companies/for-members.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { attributeNames, oneTool } from '#web/queries/catalogue/tools.ts';
import { isShown } from '#web/queries/office/shown-section.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useDeparture } from '#web/session/guards.tsx';
import { useSession } from '#web/session/tab-session.ts';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { shopIn, useShop } from '#web/shell/shop-front.ts';
import { FOR_SIGNED_IN, pageMeta } from '#web/shell/page-meta.ts';
import { say } from '#web/saying/say.ts';
import { productData } from './product-data.ts';
import type { Route } from './+types/page.ts';
import { AttributeTable } from './attribute-table.tsx';
import { DocumentList } from './document-list.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { ToolFacts } from './tool-facts.tsx';
import { reviewsOfTool, ToolReviews } from './tool-reviews.tsx';

const FamilyTable = lazy(() => import('./family-table.tsx'));

/** Longer descriptions are cut by search engines anyway. */
const DESCRIPTION_LENGTH = 200;

export async function loader(args: Route.LoaderArgs) {
  const { productId } = args.params;
  const reviews = (await isShown(args, 'reviews')) ? [reviewsOfTool(productId)] : [];
  return preloadPage(args, oneTool(productId), attributeNames, ...reviews);
}
export const clientLoader = ({ params: { productId } }: Route.ClientLoaderArgs) =>
  loadPage(oneTool(productId), attributeNames, reviewsOfTool(productId));

export function meta(args: Route.MetaArgs) {
  const tool = foundBy(oneTool(args.params.productId), args.loaderData);
  if (!tool)
    return pageMeta(args, {
      title: say('Order a tool'),
      description: say('Price per piece, stock and minimum order.'),
    });
  const names = foundBy(attributeNames, args.loaderData) ?? [];
  const tags = pageMeta(args, {
    title: tool.name,
    description: tool.description.slice(0, DESCRIPTION_LENGTH),
    path: `/products/${tool._id}`,
    image: tool.image,
    structured: (baseUrl, shop) => productData(tool, baseUrl, shop, names),
  });
  return shopIn(args).productPages === 'everyone' ? tags : [...tags, FOR_SIGNED_IN];
}

export default function ProductPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <Preloaded preloaded={loaderData.preloaded}>
      <Detail key={params.productId} id={params.productId} />
    </Preloaded>
  );
}

/** The document shows the facts to everybody, search engines too; the browser then asks who is there (spec §2). */
function Detail({ id }: { id: string }) {
  const loaded = useLoaded(oneTool(id));
  const { tool, priceClass } = useCompanyTool(loaded);
  const { user, status } = useSession();
  const company = useBuyingFor();
  const shop = useShop();
  const isForAll = shop.productPages === 'everyone';
  const departure = useDeparture();
  if (departure && !isForAll) return departure;
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 py-4 sm:gap-10 sm:py-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14 lg:py-12">
      <div className="min-w-0">
        <ToolFacts tool={tool} priceClass={priceClass} breaksBelow={loaded.priceBreaks.length === 0} />
        {user && company && (
          <Suspense>
            <OwnNumberOfTool key={company.id} user={user} company={company} tool={tool} />
          </Suspense>
        )}
        <AttributeTable tool={tool} />
        <DocumentList documents={tool.documents} />
        {shop.sections.reviews && <ToolReviews toolId={id} />}
      </div>
      <section
        className="border-base-300 bg-base-100 rounded-box self-start md:min-h-[44rem] border p-4 sm:p-8"
        aria-labelledby="purchase"
      >
        <h2 id="purchase" className="mb-4 text-2xl font-semibold">
          {say('Purchase')}
        </h2>
        <NeedsScript to={say('log in and order')} />
        {isForAll && status !== 'signed-in' && (
          <PageLink
            to="/login"
            state={{ from: `/products/${id}` }}
            className={`btn btn-accent btn-lg btn-block ${status === 'unknown' ? 'in-data-signed-in:hidden' : ''}`}
          >
            {say('Sign in to purchase')}
          </PageLink>
        )}
        {user && <LostHere key={`lost ${user.uid}`} bought={`tool ${tool._id}`} />}
        {user && <PurchaseForm key={user.uid} tool={tool} priceClass={priceClass} user={user} />}
      </section>
      {tool.family !== undefined && user && (
        <Suspense>
          <FamilyTable key={tool.family} tool={tool} family={tool.family} />
        </Suspense>
      )}
    </div>
  );
}
