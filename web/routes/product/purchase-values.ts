/** What the form holds; quantities in pieces. */
export interface Purchase {
  name: string;
  address: string;
  phone: string;
  quantity: number;
  /** Read only; a changed price is told here. */
  price: string;
}
