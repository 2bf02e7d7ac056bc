import { inPieces } from '#contract/buying/units.ts';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { DeliveryFields } from '#web/addresses/delivery-fields.tsx';
import type { BasketLine } from '#web/basket/basket.ts';
import { LostOrder } from '#web/basket/lost-order.tsx';
import { tabBasket, useBasket } from '#web/basket/tab-basket.ts';
import type { PlacedOrder } from '#web/queries/buying/place-order.ts';
import { SaveAsList } from '#web/named-lists/save-as-list.tsx';
import { AskForQuote } from '#web/quotes/ask-for-quote.tsx';
import { useWhom } from '#web/session/whom.ts';
import { useSession } from '#web/session/tab-session.ts';
import { money } from '#web/shell/format.ts';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { Section } from '#web/ui/section.tsx';
import type { Route } from './+types/page.ts';
import { BasketTable } from './basket-table.tsx';
import { issueAt } from '#web/forms/server-issues.ts';
import { keepPrices, pricesSeen } from './known-prices.ts';
import { tooSmallBy } from './unless-too-small.tsx';
import { Totals } from '#web/basket/totals.tsx';
import { useDestination } from '#web/basket/use-destination.ts';
import { usePriced } from '#web/basket/use-priced.ts';
import { say } from '#web/saying/say.ts';

/** Only who is signed in has use for them. */
const CheckoutForm = lazy(() => import('./checkout-form.tsx'));

const CompanySelect = lazy(async () => ({ default: (await import('#web/nav-bar/company-select.tsx')).CompanySelect }));

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: say('Basket'),
    description: say('What you are about to order, with prices, delivery and tax.'),
  });
}

/** An order that was placed took its lines out of the basket. */
const readAnew = () => void tabBasket().refresh();

/** The same document for everybody: what lies in the basket is the browser's to say. */
export default function BasketPage() {
  const { known, lines, trouble } = useBasket();
  const [removed, setRemoved] = useState<PricedLine | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const isEmptied = removed !== null && lines.length === 0;
  // The last row took the focus away with it.
  useEffect(() => {
    if (isEmptied && document.activeElement === document.body) undoButton.current?.focus();
  }, [isEmptied]);
  const undo = () => {
    if (removed) tabBasket().set(inPieces(removed));
    setRemoved(null);
  };
  return (
    // The foot of the page is below the screen from the first, so that what comes does not push it.
    <div className="min-h-screen">
      <Section id="basket" title={say('Basket')} level="h1">
        <NeedsScript to={say('keep a basket and order what is in it')} />
        <LostOrder bought="basket" onFound={readAnew} />
        {!known && <Loading />}
        {trouble === 'full' && (
          <p role="alert" className="alert alert-warning mb-4">
            {say('A basket holds 1,000 lines. Order these first; what did not fit was not added.')}
          </p>
        )}
        {trouble === 'unsaved' && (
          <p role="status" className="alert mb-4">
            {say('The shop cannot be reached just now. Your changes are kept here and sent once it answers.')}
          </p>
        )}
        <div role="status" className="min-h-8 text-sm">
          {removed && (
            <p className="mb-2 flex items-center gap-3">
              <span>{say('{tool} was removed from the basket.', { tool: removed.tool ?? say('The tool') })}</span>
              <button ref={undoButton} type="button" className="btn btn-xs btn-outline" onClick={undo}>
                {say('Undo')}
              </button>
            </p>
          )}
          {known && !removed && lines.length > 0 && (
            <p className="muted mb-2">
              {say('{count, plural, one {# line} other {# lines}}', { count: lines.length })}
            </p>
          )}
        </div>
        {known && lines.length === 0 && <Empty />}
        {known && lines.length > 0 && <Filled lines={lines} onRemoved={setRemoved} />}
      </Section>
    </div>
  );
}

function Loading() {
  return <div className="skeleton h-64 w-full" role="status" aria-label={say('Loading: Basket')} />;
}

function Empty() {
  return (
    <div className="border-base-300 bg-base-100 rounded-box border p-8 text-center">
      <p className="text-lg font-semibold">{say('Your basket is empty.')}</p>
      <p className="muted mt-1">{say('Add tools from the catalogue, or paste a whole list into the order pad.')}</p>
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        <PageLink to="/products" className="btn btn-primary">
          {say('Browse products')}
        </PageLink>
        <PageLink to="/order-pad" className="btn btn-outline">
          {say('Open the order pad')}
        </PageLink>
      </p>
    </div>
  );
}

function Filled({ lines, onRemoved }: { lines: readonly BasketLine[]; onRemoved: (line: PricedLine) => void }) {
  const navigate = useNavigate();
  const { status, user } = useSession();
  const { destination, goTo, taxFor } = useDestination();
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const { priced, busy, error, again, whenPriced } = usePriced(lines, destination);
  const [seen] = useState(pricesSeen);
  const whom = useWhom();
  // All at once with the first prices: lines, sums and ways of delivery would push each other about as each comes.
  const [isShown, setShown] = useState(false);
  if (!isShown && (priced !== null || error !== null)) setShown(true);
  useEffect(() => {
    if (priced && !busy) keepPrices(priced.lines, whom);
  }, [priced, busy, whom]);
  const vatProblem = useMemo(() => issueAt(error, 'vatId'), [error]);

  const remove = (line: PricedLine) => {
    tabBasket().set({ toolId: line.toolId, quantity: 0 });
    onRemoved(line);
  };
  const placed = async ({ order, isEarlier }: PlacedOrder) => {
    if (isEarlier) {
      toast.info(say('Order {number} was already placed: nothing was sent again', { number: order.number }));
      return navigate(`/dashboard/orders/${order._id}`);
    }
    toast.success(say('New Order Added'));
    // What waits for approval or is owed on account is not paid now.
    if (order.state !== 'unpaid') return navigate(`/dashboard/orders/${order._id}`, { state: { justPlaced: true } });
    // The payment page's own policy comes with its document.
    window.location.assign(`/dashboard/payment/${order._id}`);
    await navigate('/dashboard', { replace: true });
  };

  return (
    <>
      {!isShown && <Loading />}
      <div hidden={!isShown}>
        <div className="with-totals">
          <div>
            {error !== null && vatProblem === null && (
              <p role="alert" className="alert alert-error mb-4 flex justify-between">
                {error instanceof Error ? error.message : say('The prices could not be loaded.')}
                <button type="button" className="btn btn-sm" onClick={again}>
                  {say('Try again')}
                </button>
              </p>
            )}
            {/* Its room is kept for who has a choice, as the bar keeps its own. */}
            <div className="in-data-has-companies:h-11">
              {user && (
                <Suspense>
                  <CompanySelect key={user.uid} user={user} label={say('This basket is for')} />
                </Suspense>
              )}
            </div>
            {/* Without prices nothing is known of the lines but how many they are; what failed is not loading. */}
            {(priced !== null || error === null) && (
              <BasketTable lines={lines} priced={priced} seen={seen} refusals={refusals} onRemove={remove} />
            )}
            <p className="mt-4 flex flex-wrap gap-2">
              <PageLink to="/order-pad" className="btn btn-sm">
                {say('Add from a list')}
              </PageLink>
              <SaveAsList lines={lines} className="btn btn-sm" />
              <AskForQuote lines={() => lines} className="btn btn-sm" />
            </p>
          </div>
          <Totals priced={priced} busy={busy} next={<NextStep priced={priced} />} />
          <div id="checkout" className="scroll-mt-20 border-base-300 bg-base-100 rounded-box border p-5 sm:p-8">
            <h2 className="mb-2 text-2xl font-semibold">{say('Delivery')}</h2>
            {status === 'signed-in' ? (
              <Suspense fallback={<div className="skeleton h-96" role="status" aria-label={say('Loading the form')} />}>
                <CheckoutForm
                  key={user.uid}
                  user={user}
                  priced={priced}
                  whenPriced={whenPriced}
                  destination={destination}
                  onDestination={goTo}
                  onVatId={taxFor}
                  vatProblem={vatProblem}
                  onRefusedLines={setRefusals}
                  onOtherPrice={again}
                  onPlaced={(made) => void placed(made)}
                />
              </Suspense>
            ) : (
              <>
                <DeliveryFields destination={destination} priced={priced} onChange={goTo} />
                <p className="mt-6 flex flex-wrap items-center gap-4">
                  <PageLink to="/login" state={{ from: '/basket' }} className="btn btn-accent btn-lg">
                    {tooSmallBy(priced) === null ? say('Sign in to purchase') : say('Sign in')}
                  </PageLink>
                  <span className="muted">{say('Your basket is kept.')}</span>
                </p>
              </>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** On to what is asked before an order, or back to what is missing of the smallest order that the shop takes. */
function NextStep({ priced }: { priced: Priced | null }) {
  const missing = tooSmallBy(priced);
  if (missing === null)
    return (
      <a href="#checkout" className="btn btn-accent">
        {say('Check out')}
      </a>
    );
  return (
    <PageLink to="/products" className="btn btn-outline">
      {say('Add {price} to order', { price: money(missing) })}
    </PageLink>
  );
}
