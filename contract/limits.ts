/**
 * How much the contract takes. By themselves: pages that say or ask for no more than that need no schema, and no zod with
 * it.
 */

/** The most pieces of one tool that can be in stock, or be its minimum order. */
export const MAX_PIECES = 1_000_000_000;

/** The most lines of one order, and of one basket. */
export const MAX_LINES = 1_000;

/** How many tools' prices at a company's are asked for at once. */
export const MAX_ASKED_PRICES = 100;

/** How long a list's name may be. */
export const MAX_LIST_NAME = 80;

/** The largest picture that can be uploaded, in bytes. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** The largest document about a tool, in bytes. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** The largest sheet that an import takes, in bytes. */
export const MAX_SHEET_BYTES = 50 * 1024 * 1024;

/** How long a password must and may be, in UTF-16 units. */
export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 128;

/** How many tools are counted at once. */
export const MAX_COUNTED = 500;
