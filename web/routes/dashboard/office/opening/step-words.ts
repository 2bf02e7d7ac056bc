import type { ReadinessCode } from '#contract/office/opening.ts';

interface StepWords {
  title: string;
  /** What is to be done. */
  text: string;
  /** What leads there; empty where nothing does. */
  action: string;
  /** The same of what is done, where that is not changed but followed by more. */
  again?: string;
}

export const STEP_WORDS: Record<ReadinessCode, StepWords> = {
  company: {
    title: 'Your company',
    text: 'Name, telephone, e-mail and opening hours, as they stand on every page, on papers and in letters.',
    action: 'Enter it in Settings',
  },
  address: {
    title: 'Your address',
    text: 'As visitors read it, and in parts, as invoices and e-invoices need it.',
    action: 'Enter it in Settings',
  },
  vat: {
    title: 'Your VAT number',
    text: 'Printed on every invoice; it decides with the country how orders are taxed.',
    action: 'Enter it in Settings',
  },
  bank: {
    title: 'Your bank account',
    text: 'Where customers transfer to. It stands on invoices and payment pages.',
    action: 'Enter it in Settings',
  },
  imprint: {
    title: 'Imprint',
    text: 'Who runs this shop, as the law of your country asks. Linked in the footer.',
    action: 'Write the page',
  },
  terms: {
    title: 'Terms',
    text: 'Your terms of sale. The last step of every order links to them.',
    action: 'Write the page',
  },
  privacy: {
    title: 'Privacy',
    text: 'What you store about people and why. Linked in the footer.',
    action: 'Write the page',
  },
  tax: {
    title: 'Tax rates',
    text: 'A rate for each country that you charge tax in. If you charge none, add your country with 0 percent.',
    action: 'Add them in Settings',
  },
  delivery: {
    title: 'Delivery',
    text: 'How you ship, where to, how long it takes and what it costs.',
    action: 'Set it in Settings',
  },
  mail: {
    title: 'E-mail',
    text: 'Letters to customers need a mail server. Ask whoever runs the server of the shop to set SMTP_URL (address, user and password of your mail server) and MAIL_FROM (the sender whom customers see), and to start the shop again. This is done by itself then.',
    action: '',
  },
  payments: {
    title: 'Payment',
    text: 'Done once customers can transfer to your bank account, or cards are set up. For cards, open a Stripe account and ask whoever runs the server to set its keys: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Until then cards are only tried out, and the server does not start the shop in public.',
    action: '',
  },
  tools: {
    title: 'Your products',
    text: 'Add them one by one, or import a sheet.',
    action: 'Add a product',
    again: 'Add another',
  },
  demo: {
    title: 'End the demo',
    text: 'Its people, its company, and all that was tried out go for good; what is yours stays.',
    action: '',
  },
  backup: {
    title: 'A backup',
    text: 'Make one, and see where it is kept and how it is brought back.',
    action: 'See the backups',
    again: 'See the backups',
  },
};
