import { keptRecord } from '#web/session/kept-record.ts';

/** Where the checkout of this tab keeps what was typed into it. */
export const DRAFT_KEY = 'tradebench.checkout';

/** The longest note that an order takes, in UTF-16 units. */
const LONGEST = 1_000;

/** Two notes as one, without what the first says already. */
export function withNote(note: string, more: string): string {
  const added = more.replaceAll(/\s+/g, ' ').trim();
  if (added === '' || note.includes(added)) return note;
  return [note.trim(), added]
    .filter((each) => each !== '')
    .join(' ')
    .slice(0, LONGEST);
}

/** Puts what a list said beside its tools into the note of the order that comes of it. */
export function noteForCheckout(more: string): void {
  const draft = keptRecord(window.sessionStorage.getItem(DRAFT_KEY));
  const note = withNote(typeof draft.note === 'string' ? draft.note : '', more);
  if (note !== '') window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, note }));
}
