/** What leads from the home page's banner to the page about the company. */
export const moreAboutUs = 'Get To Know More About Us';

/** What the home page counts. */
export const statistics = [
  { value: '72', label: 'Countries' },
  { value: '500+', label: 'Deliveries' },
  { value: '200+', label: 'Clients' },
  { value: '100+', label: 'Reviews' },
] as const;
