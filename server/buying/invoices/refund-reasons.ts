/** Why money went back that none of the staff decided on, as the customer reads it. */
export const REASONS: Readonly<Record<string, string>> = {
  order_gone: 'The order was closed before the payment arrived',
  paid_twice: 'The order was paid twice',
  provider: 'Refunded through the card provider',
};
