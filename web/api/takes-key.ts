import type { RouteName, Routes } from '#contract/routes.ts';

/** Calls that make nothing, as their rows say. */
type Unkeyed = { [N in RouteName]: Routes[N] extends { key: 'none' } ? Routes[N]['call'] : never }[RouteName];
const UNKEYED = {
  'POST /price': true,
  'POST /order-lines': true,
  'POST /vat-number': true,
  'POST /page-preview': true,
  'POST /letter-preview': true,
  'POST /paper-preview': true,
  'POST /picture-check': true,
  'POST /end-demo': true,
  'POST /create-payment-intent': true,
  'POST /company/:id/payment-intent': true,
  'POST /punchout/:id/document/:document/again': true,
  'POST /webhooks/stripe': true,
} satisfies Record<Unkeyed, true>;

/** Whether the shop looks at the key of a call. */
export function takesKey(id: string): boolean {
  return id.startsWith('POST ') && !Object.hasOwn(UNKEYED, id);
}
