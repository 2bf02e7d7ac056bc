import type { Quote, QuoteLine, QuoteState, QuoteVersion } from '#contract/buying/quotes.ts';
import { say } from '#web/saying/say.ts';

/** What each state is called. */
export const QUOTE_STATE_WORDS: Record<QuoteState, string> = {
  asked: say('Asked'),
  offered: say('Offered'),
  declined: say('Declined'),
  withdrawn: say('Withdrawn'),
  expired: say('Expired'),
  ordered: say('Ordered'),
};

/** Where a quote stands: one that nobody had answered was withdrawn by its buyer, not declined. */
export function quoteState({ state, versionCount }: Pick<Quote, 'state' | 'versionCount'>): string {
  return QUOTE_STATE_WORDS[state === 'declined' && versionCount === 0 ? 'withdrawn' : state];
}

/** What changed in a line since the version before; null where nothing did. */
export interface LineChange {
  isNew: boolean;
  /** What it was. */
  unitPrice?: number;
  /** For how many pieces that price was. */
  priceUnit?: number;
  quantity?: number;
}

/** What changed from one version to the next: by tool, and what is no longer offered. */
export function changesSince(
  before: Pick<QuoteVersion, 'lines'> | undefined,
  now: Pick<QuoteVersion, 'lines'>,
): { changed: Map<string, LineChange>; gone: QuoteLine[] } {
  if (!before) return { changed: new Map(), gone: [] };
  const earlier = new Map(before.lines.map((line) => [line.toolId, line]));
  const changed = new Map<string, LineChange>();
  for (const { toolId, unitPrice, quantity } of now.lines) {
    const was = earlier.get(toolId);
    if (!was) changed.set(toolId, { isNew: true });
    else if (was.unitPrice !== unitPrice || was.quantity !== quantity)
      changed.set(toolId, {
        isNew: false,
        ...(was.unitPrice === unitPrice ? {} : { unitPrice: was.unitPrice, priceUnit: was.priceUnit }),
        ...(was.quantity === quantity ? {} : { quantity: was.quantity }),
      });
  }
  const there = new Set(now.lines.map(({ toolId }) => toolId));
  return { changed, gone: before.lines.filter(({ toolId }) => !there.has(toolId)) };
}
