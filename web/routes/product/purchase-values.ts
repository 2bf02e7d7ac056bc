import type { Buyer } from '#web/addresses/buyer-fields.tsx';

/** What the form holds; quantities in pieces. */
export interface Purchase extends Buyer {
  address: string;
  quantity: number;
  /** Read only; a changed price is told here. */
  price: string;
}
