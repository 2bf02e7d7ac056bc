import { inPieces } from '#contract/buying/units.ts';
import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { AgainOutcome } from '#web/basket/again-outcome.tsx';
import { type Again, orderAgain } from '#web/basket/order-again.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { priceLines } from '#web/queries/buying/basket.ts';
import { chooseBuyer } from '#web/queries/buying/my-buyer.ts';
import { myCompaniesOf } from '#web/queries/buying/own-companies.ts';
import { fetchOrder } from '#web/queries/buying/orders.ts';
import { useUser } from '#web/session/signed-in.ts';
import { useKnownCompany } from '#web/session/whom.ts';
import { counted } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Looks up what an order would be today, says what differs, and puts it into the basket. */
export function AgainDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const action = useAction();
  const user = useUser();
  const { company: chosen, isKnown } = useKnownCompany();
  const companies = useSource(myCompaniesOf(user));
  // What was ordered for a company is bought for it again, at its prices.
  const company = companies?.find(({ _id }) => _id === order.companyId);
  const isWhomKnown = isKnown && (order.companyId === null || companies !== undefined);
  const [done, setDone] = useState<Again | null>(null);
  const add = () =>
    action.run(async () => {
      // Lists show the first lines of an order alone.
      const whole = order.lines.length < order.lineCount ? await fetchOrder(order._id) : order;
      const lines = whole.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
      if (company && chosen?.id !== company._id) await chooseBuyer(user, { id: company._id, name: company.name });
      const companyId = company?._id ?? chosen?.id;
      const where = companyId === undefined ? {} : { companyId };
      const priced = await priceLines(lines, where, new AbortController().signal);
      const again = orderAgain(
        whole.lines.map((line) => ({ ...line, ...inPieces(line) })),
        priced,
        tabBasket().state().lines,
      );
      if (again.lines.length > 0) tabBasket().set(...again.lines);
      setDone(again);
    });
  return (
    <Dialog
      title={`Order ${order.number} again`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          {done ? (
            <PageLink to="/basket" className="btn btn-primary">
              View basket
            </PageLink>
          ) : (
            <button
              type="button"
              className="btn btn-primary"
              disabled={action.busy || !isWhomKnown}
              onClick={() => void add()}
            >
              {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
              <span>Add to basket</span>
            </button>
          )}
        </>
      }
    >
      {!done && (
        <p>
          {counted(order.lineCount, 'line')} of this order will be added to your basket at today’s prices. What is
          already there stays; if a tool is in both, the larger quantity counts.
        </p>
      )}
      {isWhomKnown && (
        <p className="mt-3 empty:hidden">{boughtFor(order, company?.name ?? null, chosen?.name ?? null)}</p>
      )}
      <FormProblem message={action.problem?.message} className="mt-3" />
      <div role="status">{done && <AgainOutcome again={done} />}</div>
    </Dialog>
  );
}

/**
 * For whom it is bought, where that is not plain: other prices have their reason in it.
 * @param company the order's own, where one may buy for it
 * @param chosen the one that one buys for otherwise
 */
function boughtFor(order: Order, company: string | null, chosen: string | null): string {
  if (company !== null) return `It is bought for ${company}, as this order was.`;
  const prices = chosen === null ? 'for yourself, at your own prices' : `for ${chosen}, at their prices`;
  if (order.companyId !== null)
    return `This order was for ${order.company || 'a company'}, which you can no longer buy for. It is bought ${prices}.`;
  return chosen === null ? '' : `This order was for yourself. It is now bought ${prices}.`;
}
