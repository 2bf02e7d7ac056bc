import type { PunchoutCall, PunchoutDocument, PunchoutKind } from '#contract/buying/punchout.ts';

export const KIND_WORDS: Record<PunchoutKind, string> = { oci: 'OCI 4 and 5', cxml: 'cXML 1.2' };

export const DOCUMENT_WORDS: Record<PunchoutDocument, string> = {
  confirmation: 'Order confirmations',
  shipment: 'Ship notices',
  invoice: 'Invoices and credit notes',
};

/** What a buyer's system asked for, as the log says it. */
export const CALL_WORDS: Record<PunchoutCall, string> = {
  visit: 'Visit',
  detail: 'Product shown',
  validate: 'Price asked',
  search: 'Search',
  setup: 'Setup',
  start: 'Visit begun',
  'give-back': 'Basket given back',
  order: 'Order',
  profile: 'Profile',
  try: 'Try-out',
  confirmation: 'Confirmation',
  shipment: 'Ship notice',
  invoice: 'Invoice',
  other: 'Other',
};
