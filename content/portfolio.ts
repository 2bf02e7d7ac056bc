/** The page 'My Portfolio' (spec §2): a personal CV. */
export const portfolio = {
  name: 'Nadia Rahman',
  role: 'Web developer',
  email: 'nadia@tradebench.example',
  summary: 'I build shops and dashboards that people use all day: quick, legible and hard to break.',
  education: [
    { what: 'BSc in Computer Science and Engineering', where: 'University of Dhaka', when: '2014 to 2018' },
    { what: 'Higher Secondary Certificate, Science', where: 'Dhaka College', when: '2012 to 2014' },
  ],
  skills: [
    'TypeScript',
    'React',
    'React Router',
    'TanStack Query',
    'Tailwind CSS',
    'Node.js',
    'PostgreSQL',
    'Vitest',
    'Playwright',
  ],
  projects: [
    {
      name: 'Tradebench',
      url: 'https://nadia.example/tradebench',
      text: 'This shop: bulk orders, card payment, dashboards.',
    },
    {
      name: 'Cartonwise',
      url: 'https://nadia.example/cartonwise',
      text: 'Plans how mixed orders fit into cartons and pallets.',
    },
    {
      name: 'Shopfloor Board',
      url: 'https://nadia.example/shopfloor-board',
      text: 'Shows machine states of a works on one screen, live.',
    },
  ],
} as const;
