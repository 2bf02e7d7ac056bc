import type { AttackCase } from './attack-case.ts';
import { ACCESS_CASES } from './attack-access-cases.ts';
import { IDENTITY_CASES } from './attack-identity-cases.ts';
import { INPUT_CASES } from './attack-input-cases.ts';
import { ORDER_CASES } from './attack-order-cases.ts';

/** What can be tried from outside on any shop, staging included: it leaves nothing behind. */
export const CASES: AttackCase[] = [...ACCESS_CASES, ...ORDER_CASES, ...INPUT_CASES, ...IDENTITY_CASES];

const DATABASE = 'needs the database, or the shop’s own process: npm test';
const PROVIDER = 'needs the card provider’s faults and cards: npm test';
const BROWSER = 'needs a browser: npm test';
const INBOX = 'needs letters, codes or another identity provider: npm test';
const TRACES = 'would leave something behind: npm test';

/** The attacks that are not tried from outside, and why. */
export const NOT_FROM_OUTSIDE: Record<`T${number}`, string> = Object.fromEntries(
  [
    { why: DATABASE, of: [25, 26, 28, 31, 32, 35, 37, 55, 62, 69, 92, 96, 100, 101, 102, 104, 105] },
    { why: PROVIDER, of: [41, 44, 46, 48, 50, 51, 52, 53, 54, 56, 103] },
    { why: BROWSER, of: [76, 86, 91] },
    { why: INBOX, of: [59, 61, 63, 65, 66, 70, 82, 87, 89] },
    { why: TRACES, of: [7, 18, 38, 71, 78] },
  ].flatMap(({ why, of }) => of.map((number) => [`T${number}`, why])),
);
