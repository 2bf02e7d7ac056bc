import { EXPORT, INTRA_COMMUNITY, NOT_TAXED, whyUntaxed } from '#contract/office/tax.ts';
import type { Say } from '#contract/messages.ts';

/** What orders say in English, whatever language they are in: it is what e-invoices and sheets say. */
const REASONS = [INTRA_COMMUNITY, EXPORT, NOT_TAXED];

/** Why a paper asks for no tax, in its language; null where it does. */
export function untaxedIn(sums: Parameters<typeof whyUntaxed>[0], say: Say): string | null {
  const why = whyUntaxed(sums);
  return why === null ? null : taxNoteIn(why, say);
}

/** The note of an order about its tax, in the language of a paper or a letter. */
export function taxNoteIn(note: string, say: Say): string {
  const known = REASONS.find((reason) => reason === note);
  return known === undefined ? note : say(known);
}
