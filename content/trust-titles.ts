/** What a company wants to know before it buys, by the part of the page About that says it. The words: trust.ts. */
export const trustTitles = {
  works: 'The works',
  certificates: 'Standards and certificates',
  delivery: 'Delivery',
  returns: 'Returns',
  paying: 'Paying in bulk',
} as const;
