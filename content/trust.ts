/** What a company wants to know before it buys, by the part of the page About that says it. */
const trustTitles = {
  works: 'The works',
  certificates: 'Standards and certificates',
  delivery: 'Delivery',
  returns: 'Returns',
  paying: 'Paying in bulk',
} as const;

export interface Assurance {
  id: keyof typeof trustTitles;
  /** For the first screen. */
  short: string;
  title: string;
  text: string;
}

/** Short and long; what stands in braces the shop's settings say (ways.ts). */
const WORDS: Record<Assurance['id'], [short: string, text: string]> = {
  works: [
    'From the works, without a dealer',
    'You buy from the works that make the tools, and reach its people during opening hours.',
  ],
  certificates: [
    'Standards named tool by tool',
    'Where a tool is made to a standard, its page names it. If you need a certificate with your goods, ask before you order.',
  ],
  delivery: [
    'Delivered {where}',
    'We deliver {where}. Delivery methods, times and prices for your goods are shown before you order.',
  ],
  returns: [
    'Refunds go back the way you paid',
    'Something wrong, or too many? Write to us with the order’s number before you send anything back. What we agree to refund goes back the way you paid, and the order shows it.',
  ],
  paying: [
    'Stock held {hold} until you pay',
    'An order holds its stock {hold}, so that you have time for approvals. You pay the whole sum {how}; receipt and invoice are in your dashboard.',
  ],
};

/**
 * What a company wants to know before it buys from a works that it has never seen. Nothing is promised that the shop does not
 * do by itself: what its owner can set comes from the settings.
 */
export const assurances: Assurance[] = (Object.keys(trustTitles) as Assurance['id'][]).map((id) => ({
  id,
  short: WORDS[id][0],
  title: trustTitles[id],
  text: WORDS[id][1],
}));
