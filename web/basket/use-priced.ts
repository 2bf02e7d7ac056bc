import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import { withRetries } from '#web/api/defaults.ts';
import { MOMENT_MS, within } from '#web/api/within.ts';
import { priceLines } from '#web/queries/buying/basket.ts';
import { useKnownCompany } from '#web/session/whom.ts';
import type { BasketLine } from './basket.ts';

export interface Destination {
  /** The company at whose prices; the one that is chosen in the bar where it is left out. */
  companyId?: string;
  country?: string;
  delivery?: string;
  vatId?: string;
}

interface PricedState {
  /** The last answer for whom one buys; it stays while a newer one is on its way. */
  priced: Priced | null;
  /** A newer answer is on its way. */
  busy: boolean;
  /** Why there is no newer answer. */
  error: unknown;
  again: () => void;
  /**
   * What the order is agreed to with. A price that is on its way, or could not be had, is asked for once more, within a
   * moment: what is pressed does not wait for a shop that does not answer.
   * @throws ApiError as the shop refused to say a price, or did not answer
   */
  whenPriced: () => Promise<PricedOrder>;
}

/** A price, and what it is for. */
export interface PricedOrder {
  lines: readonly BasketLine[];
  where: Destination;
  /** null: there are no lines. */
  priced: Priced | null;
}

/** What the lines cost at a destination: asked anew with each change, the newest answer winning. */
export function usePriced(lines: readonly BasketLine[], where: Destination): PricedState {
  const [last, setLast] = useState<{ priced: Priced | null; companyId: string | undefined }>({
    priced: null,
    companyId: undefined,
  });
  const [settled, setSettled] = useState<{ asked: string; error: unknown }>({ asked: '', error: null });
  const [tries, setTries] = useState(0);
  const { company, isKnown } = useKnownCompany();
  const companyId = where.companyId ?? company?.id;
  const isAsked = isKnown || where.companyId !== undefined;
  const asked = JSON.stringify({ lines, where: { ...where, companyId }, tries, isAsked });
  useEffect(() => {
    const wish: { lines: BasketLine[]; where: Destination; isAsked: boolean } = JSON.parse(asked);
    if (wish.lines.length === 0 || !wish.isAsked) return;
    const stop = new AbortController();
    withRetries(() => priceLines(wish.lines, wish.where, stop.signal)).then(
      (answer) => {
        if (stop.signal.aborted) return;
        setLast({ priced: answer, companyId: wish.where.companyId });
        setSettled({ asked, error: null });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setSettled({ asked, error });
      },
    );
    return () => stop.abort();
  }, [asked]);
  const isEmpty = lines.length === 0;
  const now = {
    // What it costs somebody else is not what it cost a moment ago.
    priced: isEmpty || last.companyId !== companyId ? null : last.priced,
    busy: !isEmpty && settled.asked !== asked,
    error: isEmpty ? null : settled.error,
  };
  const again = useCallback(() => setTries((count) => count + 1), []);
  const latest = useRef({ ...now, lines, where, asked, companyId });
  useLayoutEffect(() => {
    latest.current = { ...now, lines, where, asked, companyId };
  });
  const whenPriced = useCallback(async () => {
    const { busy, error, asked, companyId, lines, where, priced: shown } = latest.current;
    if (!busy && error === null) return { lines, where, priced: shown };
    const at = companyId === undefined ? where : { ...where, companyId };
    try {
      const priced = await within(MOMENT_MS, (signal) => priceLines(lines, at, signal));
      setLast({ priced, companyId });
      setSettled({ asked, error: null });
      return { lines, where, priced };
    } catch (error) {
      setSettled({ asked, error });
      throw error;
    }
  }, []);
  return { ...now, again, whenPriced };
}
