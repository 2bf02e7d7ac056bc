/** What returns are called in calls; without zod, for pages that send or read them. */

/**
 * What a return can be. `asked`: nobody has answered yet; `agreed`: pieces may come, or be settled where none need to; `refused`; `arrived`:
 * some came; `closed`: nothing more is settled of it; `withdrawn`: by the buyer.
 */
export const RETURN_STATES = ['asked', 'agreed', 'refused', 'arrived', 'closed', 'withdrawn'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** Those in which something is still to be done. */
export const OPEN_RETURN_STATES = ['asked', 'agreed', 'arrived'] as const satisfies readonly ReturnState[];

/** Whether something is still to be done. */
export function isOpenReturn(state: ReturnState): boolean {
  return OPEN_RETURN_STATES.some((each) => each === state);
}

/** What is wrong with pieces; those that are missing need not come back. */
export const RETURN_KINDS = ['damaged', 'wrong', 'missing', 'unwanted'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** What the buyer would like for them, and how they are settled. */
export const RETURN_WISHES = ['money', 'replacement'] as const;
export type ReturnWish = (typeof RETURN_WISHES)[number];
export const SETTLED_AS = RETURN_WISHES;

/** How long a message and instructions may be. */
export const MAX_RETURN_TEXT = 2_000;
/** How many pictures and messages one return may have, and how many open returns one order. */
export const MAX_RETURN_PICTURES = 6;
export const MAX_RETURN_MESSAGES = 200;
export const MAX_OPEN_RETURNS = 100;
/** For how many days after it left a piece may come back that is merely not wanted, where the owner sets nothing. */
export const DEFAULT_RETURN_DAYS = 365;
