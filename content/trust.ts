/** What a firm wants to know before it buys from a works that it has never seen. Each has a short form for the first screen. */
export const assurances = [
  {
    id: 'works',
    short: 'One works in Dhaka, since 1994',
    title: 'The works',
    text: 'Forge, heat treatment, grinding and packing stand on one plot in Tejgaon. You may visit us in opening hours, and every carton names the shift that packed it.',
  },
  {
    id: 'certificates',
    short: 'ISO 9001 and batch certificates',
    title: 'Certificates',
    text: 'Quality is managed by ISO 9001. Hardness and torque are tested batch by batch after the ISO standard of each tool; ask for the certificate of your batch with the order’s number.',
  },
  {
    id: 'delivery',
    short: 'Delivered to 72 countries',
    title: 'Delivery',
    text: 'What is in stock leaves the works within three working days of payment, on pallets or in cartons that conform to international standards, to any of 72 countries.',
  },
  {
    id: 'returns',
    short: '30 days to return what is unused',
    title: 'Returns',
    text: 'Unused tools in their cartons come back within 30 days, and faulty ones within two years, for new ones or for your money, which goes to the card that paid.',
  },
  {
    id: 'paying',
    short: 'Stock held for 48 hours until you pay',
    title: 'Paying in bulk',
    text: 'An order holds its stock for 48 hours, so that your own approval has its time. You pay the whole sum by card, up to $999,999.99 an order, and find its receipt in your dashboard for ever.',
  },
] as const;
